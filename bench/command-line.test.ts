import { expect, test } from "vitest";
import { parseCommandLine, toArguments, type Wish } from "./command-line";

const scenarios = {
  intake: ["throughput", "kills"],
  gateway: ["crowds"],
  browse: ["pages"],
  audio: [],
};

test("reads what it is told", () => {
  expect(parseCommandLine(["intake"], scenarios)).toEqual({
    bench: "intake",
    isShort: false,
    rows: 0,
    only: [],
    isPatient: false,
    source: "",
    ledger: "",
    against: "",
    rounds: 2,
  });
  const all = ["intake", "--short", "--rows", "1000", "--only=kills,throughput", "--patient"];
  all.push("--source", "/var/copy", "--ledger", "/var/calls");
  all.push("--against", "/var/before", "--rounds", "5");
  expect(parseCommandLine(all, scenarios)).toEqual({
    bench: "intake",
    isShort: true,
    rows: 1000,
    only: ["kills", "throughput"],
    isPatient: true,
    source: "/var/copy",
    ledger: "/var/calls",
    against: "/var/before",
    rounds: 5,
  });
});

test("each benchmark has scenarios of its own", () => {
  expect(parseCommandLine(["browse", "--only", "pages"], scenarios)).toMatchObject({
    bench: "browse",
    only: ["pages"],
  });
  expect(parseCommandLine(["browse", "--only", "kills"], scenarios)).toEqual([
    "--only: kills not among pages",
  ]);
});

test("names all faults at once", () => {
  const faults = parseCommandLine(
    ["intaek", "--fast", "--rows", "many", "--only", "kils"],
    scenarios,
  );
  expect(faults).toHaveLength(4);
  expect(String(faults)).toContain("intaek: not a benchmark");
  expect(String(faults)).toContain("--fast: not an option");
  expect(String(faults)).toContain("--rows: needs a whole number, not many");
  expect(String(faults)).toContain("kils not among throughput, kills");
});

test("an option without its value is a fault", () => {
  expect(parseCommandLine(["intake", "--rows"], scenarios)).toHaveLength(1);
  expect(parseCommandLine(["intake", "--source"], scenarios)).toHaveLength(1);
  expect(parseCommandLine(["browse", "--ledger"], scenarios)).toHaveLength(1);
  expect(parseCommandLine(["intake", "--against"], scenarios)).toHaveLength(1);
  expect(parseCommandLine(["intake", "--rounds", "few"], scenarios)).toHaveLength(1);
  expect(parseCommandLine(["intake", "--only"], scenarios)).toHaveLength(1);
  expect(parseCommandLine([], scenarios)).toHaveLength(1);
});

test("another checkout is told the same, but for what is this one's", () => {
  const told = ["intake", "--short", "--rows", "1000", "--only", "kills,throughput"];
  const own = ["--against", "/var/before", "--rounds", "5", "--source", "/var/copy"];
  expect(toArguments(parseCommandLine([...told, ...own], scenarios) as Wish)).toEqual(told);
});
