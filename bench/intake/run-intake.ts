import type { Figure } from "../report/figure";
import {
  prepareBrokenSource,
  prepareComparedSource,
  prepareSource,
} from "../scratch/prepare-source";
import { once, type RunWish, runScenarios } from "../scratch/run-scenarios";
import type { Scratch } from "../scratch/scratch";
import { measureBrokenJournals } from "./broken-journals";
import { measureDrain } from "./drain";
import { measureHeldLoad } from "./held-load";
import { measureHostile } from "./hostile";
import { measureKills } from "./kills";
import { measureOutage } from "./outage";
import { measurePoison } from "./poison";
import { measureReread } from "./reread";
import { measureRestarts } from "./restarts";
import type { Scenario } from "./scenario";
import { measureThroughput } from "./throughput";

export const scenarios: Scenario[] = [
  { name: "throughput", run: measureThroughput },
  { name: "held-load", run: measureHeldLoad },
  { name: "drain", run: measureDrain },
  { name: "poison", run: measurePoison },
  { name: "reread", run: measureReread },
  { name: "hostile", run: measureHostile },
  { name: "restarts", run: measureRestarts },
  { name: "outage", run: measureOutage },
  { name: "kills", run: measureKills },
  { name: "broken", run: measureBrokenJournals },
];

type Wish = RunWish & { isShort: boolean; rows: number; source: string };

export function runIntake(
  { isShort, rows, source: folder, ...wish }: Wish,
  scratch: Scratch,
  stop: AbortSignal,
): Promise<Figure[]> {
  const isCompared = wish.only.length === 0 || wish.only.includes("throughput");
  const prepare = isCompared ? prepareComparedSource : prepareSource;
  const source = once(() => prepare(folder || scratch.path("source")));
  const setting = {
    isShort,
    rows,
    scratch,
    source,
    brokenSource: once(async () =>
      prepareBrokenSource(scratch.path("broken-source"), await source()),
    ),
  };
  return runScenarios(scenarios, setting, wish, stop);
}
