import { resolve } from "node:path";

export const benches = ["intake", "gateway", "browse", "audio"] as const;

export type Wish = {
  bench: (typeof benches)[number];
  isShort: boolean;
  /** Recordings that are in the ledger before anything is measured. */
  rows: number;
  /** Names of the only scenarios to run; empty for all. */
  only: string[];
  /** Measures a scenario that missed nothing but a speed once more. */
  isPatient: boolean;
  /** Folder of the copy that runs, which outlives the benchmark; empty for one that doesn't. */
  source: string;
  /** Folder of the databases that browse has filled, which outlive the benchmark; empty for none that do. */
  ledger: string;
  /** Folder of another checkout that is measured in turns with this one; empty for none. */
  against: string;
  /** How often each of the two is measured then. */
  rounds: number;
};

export const usage = `npm run bench -- intake|gateway|browse|audio [--short] [--rows N] [--only throughput,kills]
    [--patient] [--source FOLDER] [--ledger FOLDER] [--against CHECKOUT] [--rounds N]
  --short   seconds instead of an hour
  --rows N  fill the ledger with N recordings first; browse uses a million by default
  --only    run only these scenarios
  --patient measure a scenario again if it only missed a speed, for shared machines
  --source  keep the copy and its build in this folder for the next benchmark
  --ledger  keep what browse has loaded in this folder, and use what is there
  --against measure another checkout, which has its packages, in turns with this one, and compare
  --rounds  how often each of the two is measured; twice by default`;

/** @returns the wish, or every fault of the arguments. */
export function parseCommandLine(
  given: string[],
  scenarios: Record<Wish["bench"], string[]>,
): Wish | string[] {
  const faults: string[] = [];
  const wish: Wish = {
    bench: "intake",
    isShort: false,
    rows: 0,
    only: [],
    isPatient: false,
    source: "",
    ledger: "",
    against: "",
    rounds: 2,
  };
  const [name, ...rest] = given;
  const bench = benches.find((known) => known === name);
  if (bench) wish.bench = bench;
  else faults.push(`${name ?? "nothing"}: not a benchmark; use one of ${benches.join(", ")}`);

  const options = rest.flatMap((option) => option.split(/(?<=^--\w+)=/));
  for (let at = 0; at < options.length; at++) {
    const option = options[at] ?? "";
    if (option === "--short") wish.isShort = true;
    else if (option === "--patient") wish.isPatient = true;
    else if (option === "--source") wish.source = readFolder(option, options[++at], faults);
    else if (option === "--ledger") wish.ledger = readFolder(option, options[++at], faults);
    else if (option === "--against") wish.against = readFolder(option, options[++at], faults);
    else if (option === "--rows") wish.rows = readCount(option, options[++at], faults);
    else if (option === "--rounds") wish.rounds = readCount(option, options[++at], faults);
    else if (option === "--only")
      wish.only = readNames(options[++at], scenarios[wish.bench], faults);
    else faults.push(`${option}: not an option`);
  }
  return faults.length > 0 ? faults : wish;
}

/** What tells another checkout the same, but where it keeps its copy. */
export function toArguments({ bench, isShort, isPatient, rows, only }: Wish): string[] {
  const told: string[] = [bench];
  if (isShort) told.push("--short");
  if (isPatient) told.push("--patient");
  if (rows > 0) told.push("--rows", String(rows));
  if (only.length > 0) told.push("--only", only.join());
  return told;
}

function readCount(option: string, text: string | undefined, faults: string[]): number {
  if (text === undefined || !/^\d{1,9}$/.test(text)) {
    faults.push(`${option}: needs a whole number, not ${text ?? "nothing"}`);
  }
  return Number(text);
}

function readFolder(option: string, text: string | undefined, faults: string[]): string {
  if (!text) faults.push(`${option}: needs a folder`);
  return text ? resolve(text) : "";
}

function readNames(text: string | undefined, scenarios: string[], faults: string[]): string[] {
  const names = (text ?? "").split(",").filter(Boolean);
  if (names.length === 0) faults.push("--only: needs names");
  const unknown = names.filter((name) => !scenarios.includes(name));
  if (unknown.length > 0) {
    faults.push(`--only: ${unknown.join(", ")} not among ${scenarios.join(", ")}`);
  }
  return names;
}
