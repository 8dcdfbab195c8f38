import "server-only";
import { endOfUnit } from "@/lib/settings/timeline-units";
import type { Prisma } from "@/prisma/client/client";
import { emptyFilter, flagFields, type RecordingFilter } from "../filter/filter";
import { readFoundOn } from "../query/find-rows";
import { layOutDays, layOutSlices, listDays } from "./lay-out-sample";
import {
  type Bars,
  buildBars,
  type Count,
  readTotalBars,
  type Span,
  sampleSlices,
} from "./timeline-sql";
import { keptFields } from "./totals-sql";

/** The calls of a bar and status, or about how many they are. */
export type EstimatedCount = Count & { isEstimate: boolean };

/** A bar, or what lies to one side of all bars: all calls that there are, and of each status its cell. */
type Part = Pick<Count, "side" | "first" | "last"> & {
  calls: number;
  days: Span;
  cells: ReadonlyMap<string, Cell>;
  /** The sample has all of its calls. */
  isWhole: boolean;
};
/** Calls that the totals tell of, and those of them that are in the sample, and fit. */
type Cell = { kept: number; looked: number; found: number };

/** Kept calls, among which those of a filter are, with a sample of them. */
export type Sample = { parts: Part[]; zone: string; bars: Bars };

/** As much as the totals tell of a filter; nothing is in the sample yet. */
export async function readScope(
  filter: RecordingFilter,
  bars: Bars,
  zone: string,
): Promise<Sample> {
  const { from, to } = filter;
  const [all, kept] = await Promise.all([
    readTotalBars({ ...emptyFilter, from, to }, bars, zone),
    readTotalBars(splitFilter(filter).kept, bars, zone),
  ]);
  return { parts: toParts(all, kept, filter, bars), zone, bars };
}

export function sumSample({ parts }: Sample): Cell {
  return sumCells(parts.flatMap(({ cells }) => [...cells.values()]));
}

type Options = { sampled: number; signal: AbortSignal | undefined };

/**
 * Looks at calls of slices of time that are spread over each bar, and at all calls of small bars. Reads
 * about so many calls, never more than twice as many.
 */
export async function sampleCalls(
  filter: RecordingFilter,
  sample: Sample,
  { sampled, signal }: Options,
): Promise<Sample> {
  const { zone: timeZone, parts } = sample;
  const { slices, whole } = layOutSlices(parts, sampled, timeZone);
  const most = 2 * sampled;
  const rows = await sampleSlices(slices, { ...splitFilter(filter), timeZone, most, signal });
  const isCut = rows.reduce((sum, { read }) => sum + read, 0) >= most;
  return {
    ...sample,
    parts: parts.map((part, index) => ({
      ...part,
      isWhole: !isCut && whole.has(index),
      cells: addCells(
        part.cells,
        rows.filter((row) => row.part === index),
      ),
    })),
  };
}

/**
 * Finds, by the index of all choices or that of marks, what fits on some days of many, for filters that few
 * calls fit: about a quarter of `sampled`, which takes two thirds as long. Of what neither index knows alone,
 * and where more than `sampled` are found, nothing is added.
 */
export async function sampleDays(
  filter: RecordingFilter,
  sample: Sample,
  { sampled, signal }: Options,
): Promise<Sample> {
  const { zone, bars, parts } = sample;
  const likely = toEstimates(sample).reduce((sum, { count }) => sum + count, 0);
  const runs = likely > 0 ? layOutDays(parts, (0.25 * sampled) / likely) : [];
  const days = runs.flatMap(listDays);
  const most = sampled;
  const build = (found: Prisma.Sql) => buildBars(bars, found, zone);
  const rows = await readFoundOn<Count>(filter, zone, { runs, most, signal }, build);
  if (!rows || rows.reduce((sum, { count }) => sum + count, 0) >= most) return sample;
  const kept = await readTotalBars(splitFilter(filter).kept, bars, zone, days);
  return {
    ...sample,
    parts: parts.map((part) => {
      if (part.isWhole) return part;
      const isOwn = (count: Count) => nameOf(count) === nameOf(part);
      const looked = kept
        .filter(isOwn)
        .map(({ status, count }) => ({ status, looked: count, found: 0 }));
      const found = rows
        .filter(isOwn)
        .map(({ status, count }) => ({ status, looked: 0, found: count }));
      return { ...part, cells: addCells(part.cells, [...looked, ...found]) };
    }),
  };
}

/** About how many calls each bar has: of its kept ones the share of the sample that fits. */
export function toEstimates({ parts }: Sample): EstimatedCount[] {
  const rates = smoothRates(parts);
  return parts.flatMap(({ side, first, last, cells, isWhole }, index) =>
    [...cells].flatMap(([status, { kept, found }]): EstimatedCount[] => {
      const rate = rates.get(status)?.[index] ?? 0;
      const count = isWhole ? found : Math.round(kept * rate);
      return count > 0 ? [{ side, first, last, status, count, isEstimate: !isWhole }] : [];
    }),
  );
}

function addCells(
  cells: Part["cells"],
  rows: { status: string; looked: number; found: number }[],
): Part["cells"] {
  const added = new Map(cells);
  for (const { status, looked, found } of rows) {
    const cell = added.get(status);
    if (!cell) continue;
    added.set(status, {
      ...cell,
      looked: cell.looked + looked,
      found: cell.found + found,
    });
  }
  return added;
}

function sumCells(cells: readonly Cell[]): Cell {
  return cells.reduce(
    (sum, { kept, looked, found }) => ({
      kept: sum.kept + kept,
      looked: sum.looked + looked,
      found: sum.found + found,
    }),
    { kept: 0, looked: 0, found: 0 },
  );
}

/** What the totals tell of a filter, and what they don't. */
function splitFilter(filter: RecordingFilter): { kept: RecordingFilter; rest: RecordingFilter } {
  const told = ["from", "to", ...keptFields, ...flagFields] as const;
  const pick = (from: RecordingFilter) =>
    Object.fromEntries(told.map((name) => [name, from[name]])) as Partial<RecordingFilter>;
  return { kept: { ...emptyFilter, ...pick(filter) }, rest: { ...filter, ...pick(emptyFilter) } };
}

/** One for each bar that has kept calls. */
function toParts(all: Count[], kept: Count[], filter: RecordingFilter, bars: Bars): Part[] {
  const named = new Map<string, Count[]>();
  for (const count of all) named.set(nameOf(count), [...(named.get(nameOf(count)) ?? []), count]);
  return [...named].flatMap(([name, counts]) => {
    const own = kept.filter((count) => nameOf(count) === name);
    const [{ side }] = counts as [Count];
    const first = counts.map((count) => count.first).reduce(earlier);
    const last = counts.map((count) => count.last).reduce(later);
    const limits = side === "within" ? [bars, filter] : [filter];
    const days = {
      from: limits.flatMap(({ from }) => from ?? []).reduce(later, first),
      to: limits.flatMap(({ to }) => to ?? []).reduce(earlier, endOfUnit(last, bars.unit)),
    };
    const cells = new Map(
      own.map(({ status, count }) => [status, { kept: count, looked: 0, found: 0 }]),
    );
    const calls = counts.reduce((sum, { count }) => sum + count, 0);
    return cells.size > 0 ? [{ side, first, last, calls, days, cells, isWhole: false }] : [];
  });
}

function nameOf({ side, first }: Pick<Count, "side" | "first">): string {
  return side === "within" ? first : side;
}

function later(day: string, other: string): string {
  return other > day ? other : day;
}

function earlier(day: string, other: string): string {
  return other < day ? other : day;
}

/** Of each status the share that fits, in each part. */
function smoothRates(parts: Part[]): Map<string, number[]> {
  const { looked, found } = sumCells(parts.flatMap(({ cells }) => [...cells.values()]));
  const usual = looked > 0 ? found / looked : 0;
  const statuses = new Set(parts.flatMap(({ cells }) => [...cells.keys()]));
  return new Map(
    [...statuses].map((status) => {
      const own = parts.map(({ cells }) => cells.get(status) ?? { looked: 0, found: 0 });
      return [status, smoothShares(own, usual)];
    }),
  );
}

/**
 * The share of the found in each cell: its own as far as these differ by more than chance, which of few
 * calls is much, and what they have together for the rest (beta-binomial shrinkage, by analysis of
 * variance). Pure.
 * @param usual the share where a cell of such calls has hardly any
 */
export function smoothShares(
  cells: readonly { looked: number; found: number }[],
  usual: number,
): number[] {
  const sum = (of: (cell: { looked: number; found: number }) => number) =>
    cells.reduce((total, cell) => total + of(cell), 0);
  const looked = sum((cell) => cell.looked);
  const mean = (sum((cell) => cell.found) + usual) / (looked + 1);
  const filled = cells.filter((cell) => cell.looked > 0).length;
  const shareOf = ({ looked: of, found }: { looked: number; found: number }) =>
    of > 0 ? found / of : 0;
  const between =
    sum((cell) => cell.looked * (shareOf(cell) - mean) ** 2) / Math.max(1, filled - 1);
  const within =
    sum((cell) => cell.looked * shareOf(cell) * (1 - shareOf(cell))) / Math.max(1, looked - filled);
  const size =
    (looked - sum((cell) => cell.looked ** 2) / Math.max(1, looked)) / Math.max(1, filled - 1);
  const spread = between + (size - 1) * within;
  const likeness = spread > 0 ? Math.min(1, Math.max(0, (between - within) / spread)) : 0;
  return cells.map(({ looked: of, found }) => {
    // None of so many isn't chance.
    if (found === 0 && of * mean >= 4) return 0;
    if (likeness === 0) return mean;
    const weight = (1 - likeness) / likeness;
    return of + weight > 0 ? (found + weight * mean) / (of + weight) : mean;
  });
}
