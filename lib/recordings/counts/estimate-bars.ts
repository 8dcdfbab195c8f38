import "server-only";
import type { Prisma } from "@/prisma/client/client";
import type { RecordingFilter } from "../filter/filter";
import { readFoundOn } from "../query/find-rows";
import { layOutDays, layOutEvenly, layOutSlices, listDays } from "./lay-out-sample";
import { type Cell, nameOf, type Part, type Sample, splitFilter } from "./scope";
import {
  buildBars,
  type Count,
  readTotalBars,
  type SampleRow,
  sampleEvenly,
  sampleSlices,
} from "./timeline-sql";

/** The calls of a bar and status, or about how many they are. */
export type EstimatedCount = Count & { isEstimate: boolean };

/** Bursts have a sample of their own, which tells nothing of the other days. */
export function withoutBursts(sample: Sample): Sample {
  return { ...sample, parts: sample.parts.filter(({ isBurst }) => !isBurst) };
}

export function sumSample({ parts }: Pick<Sample, "parts">): Cell {
  return sumCells(parts.flatMap(({ cells }) => [...cells.values()]));
}

type Options = { sampled: number; signal: AbortSignal | undefined };

/**
 * Looks at calls of slices of time that are spread over each part, and at all calls of small ones. Reads
 * about so many calls, never more than twice as many; and once more of parts whose calls come in so short a
 * time that the slices met less than half of what they should have.
 */
export async function sampleCalls(
  filter: RecordingFilter,
  sample: Sample,
  { sampled, signal }: Options,
): Promise<Sample> {
  const { zone: timeZone, parts } = sample;
  const { slices, ofPart, whole } = layOutSlices(parts, sampled, timeZone);
  const most = 2 * sampled;
  const looking = { ...splitFilter(filter), timeZone, most, signal };
  const sliced = await sampleSlices(slices, looking);
  const isCut = sumRead(sliced) >= most;
  const uneven = isCut ? new Set<number>() : findUneven(parts, sliced, { ofPart, whole });
  const even = await sampleEvenly(layOutEvenly(parts, uneven, { ofPart, zone: timeZone }), looking);
  const rows = [...sliced.filter(({ part }) => !uneven.has(part)), ...even];
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

/** Parts of which the slices met too little to tell of them, few enough calls to be gone through. */
function findUneven(
  parts: readonly Part[],
  rows: readonly SampleRow[],
  { ofPart, whole }: { ofPart: number; whole: ReadonlySet<number> },
): Set<number> {
  let left = mostCounted;
  const uneven = [...parts.keys()].filter((part) => {
    const met = sumRead(rows.filter((row) => row.part === part));
    // Of few calls it is as likely chance.
    return !whole.has(part) && ofPart >= 50 && met < ofPart / 2;
  });
  const fewest = uneven.toSorted(
    (one, other) => (parts[one]?.calls ?? 0) - (parts[other]?.calls ?? 0),
  );
  return new Set(
    fewest.filter((part) => {
      left -= parts[part]?.calls ?? 0;
      return left >= 0;
    }),
  );
}

const mostCounted = 50_000;

function sumRead(rows: readonly SampleRow[]): number {
  return rows.reduce((sum, { read }) => sum + read, 0);
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
  const [all, usual] = [sample, withoutBursts(sample)].map((some) =>
    toEstimates(some).reduce((sum, { count }) => sum + count, 0),
  ) as [number, number];
  // The less of all lies on usual days, the less it matters how far off these are.
  const runs = usual > 0 ? layOutDays(parts, (0.25 * sampled * usual) / all ** 2) : [];
  const days = runs.flatMap(listDays);
  const most = sampled;
  const build = (found: Prisma.Sql) => buildBars(bars, found, zone);
  const rows = await readFoundOn<Count>(filter, zone, { runs, most, signal }, build);
  if (!rows || rows.reduce((sum, { count }) => sum + count, 0) >= most) return sample;
  const kept = await readTotalBars(splitFilter(filter).kept, bars, zone, days);
  return {
    ...sample,
    parts: parts.map((part) => {
      if (part.isWhole || part.isBurst) return part;
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
export function toEstimates(sample: Sample): EstimatedCount[] {
  const { parts } = sample;
  const usual = usualRate(parts);
  const rates = smoothRates(withoutBursts(sample).parts, usual);
  const counts = new Map<string, EstimatedCount>();
  for (const part of parts) {
    const { side, first, last, cells, isWhole } = part;
    const rateOf = part.isBurst ? smoothBurst(part, usual) : rates.get(part);
    for (const [status, { kept, found }] of cells) {
      const count = isWhole ? found : kept * (rateOf?.get(status) ?? 0);
      const name = `${nameOf(part)} ${status}`;
      const told = counts.get(name) ?? { side, first, last, status, count: 0, isEstimate: false };
      told.count += count;
      told.isEstimate ||= !isWhole;
      counts.set(name, told);
    }
  }
  return [...counts.values()]
    .map((told) => ({ ...told, count: Math.round(told.count) }))
    .filter(({ count }) => count > 0);
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

/** The share that fits, of each part's statuses: each status as it is in the other parts. */
function smoothRates(parts: Part[], usual: number): Map<Part, Map<string, number>> {
  const rates = new Map(parts.map((part) => [part, new Map<string, number>()]));
  for (const status of new Set(parts.flatMap(({ cells }) => [...cells.keys()]))) {
    const own = parts.map(({ cells }) => cells.get(status) ?? none);
    for (const [index, share] of smoothShares(own, usual).entries()) {
      const part = parts[index];
      if (part) rates.get(part)?.set(status, share);
    }
  }
  return rates;
}

/** The same of one part that is unlike all others: each status as the others in it. */
function smoothBurst({ cells }: Part, usual: number): Map<string, number> {
  const shares = smoothShares([...cells.values()], usual);
  return new Map([...cells.keys()].map((status, index) => [status, shares[index] ?? 0]));
}

function usualRate(parts: Part[]): number {
  const { looked, found } = sumSample({ parts });
  return looked > 0 ? found / looked : 0;
}

const none = { looked: 0, found: 0 };

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
