import { rm } from "node:fs/promises";
import { atLeast, describeFigure, type Figure, isMissedSpeed } from "../report/figure";
import { say } from "../report/say";
import type { Scratch } from "./scratch";

type Scenario<Setting> = { name: string; run: (setting: Setting) => Promise<Figure[]> };
export type RunWish = { only: string[]; isPatient: boolean };

/** Runs the scenarios one after the other; one that breaks off is a goal that was missed. */
export async function runScenarios<Setting extends { scratch: Scratch }>(
  scenarios: Scenario<Setting>[],
  setting: Setting,
  { only, isPatient }: RunWish,
  stop: AbortSignal,
): Promise<Figure[]> {
  const measure = async ({ name, run }: Scenario<Setting>) => {
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
      await rm(setting.scratch.path(scenario.name), { recursive: true, force: true });
      found = await measure(scenario);
    }
    figures.push(...found);
  }
  return figures;
}

/** What is made when it is first wanted, and then kept. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
