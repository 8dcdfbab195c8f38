import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bareEnvironment } from "@/lib/platform/process/processes";
import type { Figure } from "./report/figure";
import { median } from "./report/percentile";
import { say } from "./report/say";

/** A figure of both checkouts: the medians of all rounds, and the first by the second, null if that is nothing. */
export type Compared = {
  name: string;
  unit: string;
  here: number;
  there: number;
  ratio: number | null;
};

type Comparison = {
  /** The other checkout, with packages and a benchmark of its own. */
  against: string;
  rounds: number;
  /** What each of them is told. */
  args: string[];
  /** Where each may keep its build between its rounds. */
  folder: string;
  stop: AbortSignal;
};

/** Runs the same benchmark of another checkout and of this one in turns, each first in every other round. */
export async function compareCheckouts(comparison: Comparison): Promise<Compared[]> {
  const runs: Record<"here" | "there", Figure[][]> = { here: [], there: [] };
  for (let round = 1; round <= comparison.rounds; round++) {
    for (const place of round % 2 ? (["there", "here"] as const) : (["here", "there"] as const)) {
      say(`== round ${round}/${comparison.rounds}, ${place}`);
      runs[place].push(await runIn(place, comparison));
    }
  }
  const found = compareFigures(runs.here, runs.there);
  for (const { name, unit, here, there, ratio } of found) {
    say(`  ${name}: ${here} ${unit}, there ${there}: ${ratio}`);
  }
  return found;
}

/** Pure. Of the figures that both have, in the order of the first. */
export function compareFigures(here: Figure[][], there: Figure[][]): Compared[] {
  const middle = (runs: Figure[][], wanted: string) =>
    median(
      runs.flatMap((run) => run.filter(({ name }) => name === wanted)).map((one) => one.value),
    );
  return (here[0] ?? []).flatMap(({ name, unit }) => {
    const [ours, theirs] = [middle(here, name), middle(there, name)];
    if (Number.isNaN(theirs)) return [];
    const ratio = theirs === 0 ? null : Number((ours / theirs).toPrecision(4));
    return [{ name, unit, here: ours, there: theirs, ratio }];
  });
}

const root = fileURLToPath(new URL("..", import.meta.url));

/** @throws when it ends without its figures */
async function runIn(
  place: "here" | "there",
  { against, args, folder, stop }: Comparison,
): Promise<Figure[]> {
  const command = ["run", "-s", "bench", "--", ...args, "--source", `${folder}-${place}`];
  const child = spawn("npm", command, {
    cwd: place === "here" ? root : against,
    env: bareEnvironment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  // It ends what it has started.
  const end = () => child.kill("SIGTERM");
  stop.addEventListener("abort", end, { once: true });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    process.stdout.write(text);
    printed += text;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  stop.removeEventListener("abort", end);
  const last = printed.trimEnd().split("\n").at(-1) ?? "";
  if (!last.startsWith("{")) throw new Error(`The benchmark ${place} ended with ${code}`);
  return (JSON.parse(last) as { figures: Figure[] }).figures;
}
