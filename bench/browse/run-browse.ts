import type { Figure } from "../figure";
import { prepareSource } from "../prepare-source";
import { once, type RunWish, runScenarios } from "../run-scenarios";
import type { Scratch } from "../scratch/scratch";
import { measureClicks } from "./measures/measure-clicks";
import { measureCounts } from "./measures/measure-counts";
import { measureExport } from "./measures/measure-export";
import { measureFirstByte } from "./measures/measure-first-byte";
import { measureLighthouse } from "./measures/measure-lighthouse";
import { measureLists } from "./measures/measure-lists";
import { measureLive } from "./measures/measure-live";
import { measureMarks } from "./measures/measure-marks";
import { measurePages } from "./measures/measure-pages";
import { measureQueries } from "./measures/measure-queries";
import { measureScripts } from "./measures/measure-scripts";
import { openSeededServers } from "./open-seeded-server";
import type { BrowseScenario } from "./scenario";

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

type Wish = RunWish & { isShort: boolean; rows: number; source: string };

const usualRows = 1_000_000;

export function runBrowse(
  { isShort, rows, source: folder, ...wish }: Wish,
  scratch: Scratch,
  stop: AbortSignal,
): Promise<Figure[]> {
  const servers = once(async () => {
    const source = await prepareSource(folder || scratch.path("source"));
    const isCompared = wish.only.length === 0 || wish.only.includes("marks");
    return openSeededServers(scratch, source, { rows: rows || usualRows, isCompared });
  });
  return runScenarios(browseScenarios, { isShort, scratch, servers }, wish, stop);
}
