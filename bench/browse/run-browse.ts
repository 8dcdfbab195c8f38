import type { Figure } from "../figure";
import { prepareSource } from "../prepare-source";
import { once, type RunWish, runScenarios } from "../run-scenarios";
import type { Scratch } from "../scratch/scratch";
import { measureClicks } from "./measure-clicks";
import { measureCounts } from "./measure-counts";
import { measureExport } from "./measure-export";
import { measureFirstByte } from "./measure-first-byte";
import { measureLighthouse } from "./measure-lighthouse";
import { measureLists } from "./measure-lists";
import { measureLive } from "./measure-live";
import { measurePages } from "./measure-pages";
import { measureQueries } from "./measure-queries";
import { measureScripts } from "./measure-scripts";
import { openShops } from "./open-shop";
import type { BrowseScenario } from "./scenario";

export const browseScenarios: BrowseScenario[] = [
  { name: "queries", run: measureQueries },
  { name: "pages", run: measurePages },
  { name: "lists", run: measureLists },
  { name: "first-byte", run: measureFirstByte },
  { name: "clicks", run: measureClicks },
  { name: "scripts", run: measureScripts },
  { name: "lighthouse", run: measureLighthouse },
  { name: "live", run: measureLive },
  { name: "export", run: measureExport },
  // The last, because it changes what was loaded.
  { name: "counts", run: measureCounts },
];

type Wish = RunWish & { isShort: boolean; rows: number; source: string };

const usualRows = 1_000_000;

export function runBrowse(
  { isShort, rows, source: folder, ...wish }: Wish,
  scratch: Scratch,
  stop: AbortSignal,
): Promise<Figure[]> {
  const shops = once(async () => {
    const source = await prepareSource(folder || scratch.path("source"));
    return openShops(scratch, source, rows || usualRows);
  });
  return runScenarios(browseScenarios, { isShort, scratch, shops }, wish, stop);
}
