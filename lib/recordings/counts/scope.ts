import "server-only";
import { endOfUnit, startOfUnit } from "@/lib/settings/timeline-units";
import { emptyFilter, flagFields, type RecordingFilter } from "../filter/filter";
import { type Burst, readBursts } from "./bursts";
import { withoutDays } from "./lay-out-sample";
import { type Bars, type Count, readTotalBars, type Span } from "./timeline-sql";
import { keptFields, listChosenFields } from "./totals-sql";

/**
 * A bar but for its bursts, one of these, or what lies to one side of all bars: all calls that there are, and of
 * each status its cell.
 */
export type Part = Pick<Count, "side" | "first" | "last"> & {
  calls: number;
  spans: Span[];
  isBurst: boolean;
  cells: ReadonlyMap<string, Cell>;
  /** The sample has all of its calls. */
  isWhole: boolean;
};
/** Calls that the totals tell of, and those of them that are in the sample, and fit. */
export type Cell = { kept: number; looked: number; found: number };

/** Kept calls, among which those of a filter are, with a sample of them. */
export type Sample = { parts: Part[]; zone: string; bars: Bars };

/** As much as the totals tell of a filter; nothing is in the sample yet. */
export async function readScope(
  filter: RecordingFilter,
  bars: Bars,
  zone: string,
): Promise<Sample> {
  const { from, to } = filter;
  const { kept } = splitFilter(filter);
  const all = hasChoice(kept) ? { ...emptyFilter, from, to } : kept;
  const days = {
    from: from && from > bars.from ? from : bars.from,
    to: to && to < bars.to ? to : bars.to,
  };
  const [counts, own, bursts] = await Promise.all([
    readTotalBars(all, bars, zone),
    all === kept ? null : readTotalBars(kept, bars, zone),
    readBursts({ all, kept, days }, bars, zone),
  ]);
  const parts = toParts(counts, own ?? counts, filter, bars);
  return { parts: parts.flatMap((part) => partBursts(part, bursts, bars)), zone, bars };
}

function hasChoice(kept: RecordingFilter): boolean {
  return listChosenFields(kept).length > 0 || flagFields.some((field) => kept[field] !== null);
}

/** What the totals tell of a filter, and what they don't. */
export function splitFilter(filter: RecordingFilter): {
  kept: RecordingFilter;
  rest: RecordingFilter;
} {
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
    const part = { side, first, last, calls, spans: [days], cells, isBurst: false, isWhole: false };
    return cells.size > 0 ? [part] : [];
  });
}

/** A bar without its bursts, and each of these. */
function partBursts(part: Part, bursts: readonly Burst[], { unit }: Bars): Part[] {
  const own = bursts
    .filter(({ day }) => part.side === "within" && startOfUnit(day, unit) === part.first)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const cells = new Map(part.cells);
  for (const { kept } of own) {
    for (const [status, count] of kept) {
      const cell = cells.get(status);
      if (cell) cells.set(status, { ...cell, kept: Math.max(0, cell.kept - count) });
    }
  }
  const days = own.map(({ day }) => day);
  const calls = own.reduce((left, burst) => Math.max(0, left - burst.calls), part.calls);
  const rest = {
    ...part,
    cells,
    calls,
    spans: part.spans.flatMap((span) => withoutDays(span, days)),
  };
  const apart = own.map(({ day, calls: ofDay, kept }) => ({
    ...part,
    calls: ofDay,
    spans: [{ from: day, to: day }],
    isBurst: true,
    cells: new Map(
      [...kept].map(([status, count]) => [status, { kept: count, looked: 0, found: 0 }]),
    ),
  }));
  return [rest, ...apart].filter(({ spans, cells: { size } }) => spans.length > 0 && size > 0);
}

export function nameOf({ side, first }: Pick<Count, "side" | "first">): string {
  return side === "within" ? first : side;
}

function later(day: string, other: string): string {
  return other > day ? other : day;
}

function earlier(day: string, other: string): string {
  return other < day ? other : day;
}
