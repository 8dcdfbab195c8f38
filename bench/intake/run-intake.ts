import { rm } from "node:fs/promises";
import { atLeast, describeFigure, type Figure, isMissedSpeed } from "../figure";
import { say } from "../say";
import type { Scratch } from "../scratch/scratch";
import { measureBrokenJournals } from "./broken-journals";
import { measureHeldLoad } from "./held-load";
import { measureHostile } from "./hostile";
import { measureKills } from "./kills";
import { measureOutage } from "./outage";
import { measurePoison } from "./poison";
import { prepareBrokenSource, prepareSource } from "./prepare-source";
import { measureReread } from "./reread";
import { measureRestarts } from "./restarts";
import type { Scenario } from "./scenario";
import { measureThroughput } from "./throughput";

export const scenarios: Scenario[] = [
  { name: "throughput", run: measureThroughput },
  { name: "held-load", run: measureHeldLoad },
  { name: "poison", run: measurePoison },
  { name: "reread", run: measureReread },
  { name: "hostile", run: measureHostile },
  { name: "restarts", run: measureRestarts },
  { name: "outage", run: measureOutage },
  { name: "kills", run: measureKills },
  { name: "broken", run: measureBrokenJournals },
];

type Wish = { isShort: boolean; rows: number; only: string[]; isPatient: boolean };

/** Runs the scenarios one after the other; one that breaks off is a goal that was missed. */
export async function runIntake(
  { isShort, rows, only, isPatient }: Wish,
  scratch: Scratch,
  stop: AbortSignal,
): Promise<Figure[]> {
  const setting = {
    ...{ isShort, rows, scratch },
    source: once(() => prepareSource(scratch.path("source"))),
    brokenSource: once(() => prepareBrokenSource(scratch.path("broken-source"))),
  };
  const measure = async ({ name, run }: Scenario) => {
    say(`== ${name}`);
    const found = await run(setting).catch((error): Figure[] => {
      if (!stop.aborted) say(`${name} broke off: ${error instanceof Error ? error.stack : error}`);
      return [atLeast(`${name}.completed`, 0, "runs", 1)];
    });
    if (!stop.aborted) for (const figure of found) say(`  ${describeFigure(figure)}`);
    return found;
  };

  const figures: Figure[] = [];
  for (const scenario of scenarios) {
    if (only.length > 0 && !only.includes(scenario.name)) continue;
    if (stop.aborted) break;
    let found = await measure(scenario);
    const missed = found.filter(({ holds }) => holds === false);
    if (isPatient && !stop.aborted && missed.length > 0 && missed.every(isMissedSpeed)) {
      say(`${scenario.name} once more, for a speed that was missed`);
      await rm(scratch.path(scenario.name), { recursive: true, force: true });
      found = await measure(scenario);
    }
    figures.push(...found);
  }
  return figures;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
