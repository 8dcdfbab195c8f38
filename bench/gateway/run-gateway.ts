import type { Figure } from "../report/figure";
import { prepareSource } from "../scratch/prepare-source";
import { once, type RunWish, runScenarios } from "../scratch/run-scenarios";
import type { Scratch } from "../scratch/scratch";
import { measureBackup } from "./backup";
import { type Crowd, crowds } from "./crowds";
import { measureCrowds } from "./measure-crowds";
import { measureMigration } from "./migration";
import { measurePages } from "./pages";
import type { Setting } from "./setting";
import { measureStarts } from "./starts";
import { measureStrangers } from "./strangers";

type Wish = RunWish & { isShort: boolean; rows: number; source: string };

const others = [
  { name: "starts", run: measureStarts },
  { name: "migrate", run: measureMigration },
  { name: "backup", run: measureBackup },
  { name: "pages", run: measurePages },
  { name: "strangers", run: measureStrangers },
];

/** `crowds` is all of the crowds, each of which has its name, too. */
export const gatewayNames = ["crowds", ...[...crowds, ...others].map(({ name }) => name)];

export function runGateway(
  { isShort, rows, source: folder, only, isPatient }: Wish,
  scratch: Scratch,
  stop: AbortSignal,
): Promise<Figure[]> {
  const source = once(() => prepareSource(folder || scratch.path("source")));
  const wanted = crowds.filter(({ name }) => only.includes(name));
  const scenarios = [
    { name: "crowds", run: measuring(wanted.length > 0 ? wanted : crowds) },
    ...others,
  ];
  return runScenarios(
    scenarios,
    { isShort, rows, scratch, source },
    { only: wanted.length > 0 ? [...only, "crowds"] : only, isPatient },
    stop,
  );
}

function measuring(chosen: Crowd[]) {
  return (setting: Setting) => measureCrowds(setting, chosen);
}
