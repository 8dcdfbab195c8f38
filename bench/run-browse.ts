import { measureClicks } from "./browse/measures/measure-clicks";
import { measureCounts } from "./browse/measures/measure-counts";
import { measureExport } from "./browse/measures/measure-export";
import { measureFirstByte } from "./browse/measures/measure-first-byte";
import { measureLighthouse } from "./browse/measures/measure-lighthouse";
import { measureLists } from "./browse/measures/measure-lists";
import { measureLive } from "./browse/measures/measure-live";
import { measureMarks } from "./browse/measures/measure-marks";
import { measurePages } from "./browse/measures/measure-pages";
import { measureQueries } from "./browse/measures/measure-queries";
import { measureScripts } from "./browse/measures/measure-scripts";
import { openSeededServers } from "./browse/open-seeded-server";
import type { BrowseScenario } from "./browse/scenario";
import type { Figure } from "./report/figure";
import { prepareComparedSource } from "./scratch/prepare-source";
import { once, type RunWish, runScenarios } from "./scratch/run-scenarios";
import type { Scratch } from "./scratch/scratch";

export const browseScenarios: BrowseScenario[] = [
  { name: "queries", run: measureQueries },
  { name: "pages", run: measurePages },
  { name: "marks", run: measureMarks },
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

type Wish = RunWish & { isShort: boolean; rows: number; source: string; ledger: string };

const usualRows = 1_000_000;

export function runBrowse(
  { isShort, rows, source: folder, ledger, ...wish }: Wish,
  scratch: Scratch,
  stop: AbortSignal,
): Promise<Figure[]> {
  const servers = once(async () => {
    const source = await prepareComparedSource(folder || scratch.path("source"));
    const isCompared = wish.only.length === 0 || wish.only.includes("marks");
    const place = ledger || scratch.path("browse");
    const loading = { place, rows: rows || usualRows, isCompared };
    return openSeededServers(scratch, source, loading);
  });
  return runScenarios(browseScenarios, { isShort, scratch, servers }, wish, stop);
}
