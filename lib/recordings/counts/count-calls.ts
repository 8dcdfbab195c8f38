import "server-only";
import { budgets } from "@/lib/platform/settings/budgets";
import type { Prisma } from "@/prisma/client/client";
import { emptyFilter, type MarkField, type RecordingFilter } from "../filter/filter";
import { type Clock, resolveDates } from "../filter/resolve-dates";
import { readFound } from "../query/find-rows";
import { listValues } from "../query/sql";
import { buildConditions, buildMinutes, toMark } from "../sql/where";
import { anyZone, wantZone } from "../totals/totals";
import type { MarkCountView } from "../views/mark-facet";
import type { FacetsView, FacetValueView, FiguresView, TimelineView } from "../views/views";
import { readFacets, roundToTwoDigits, scanFacets } from "./facets";
import { countFigures } from "./figures";
import { type CountOptions, countPatiently, type FoundDays, readFoundDays } from "./found-days";
import {
  buildKeptCampaigns,
  buildMarkCounts,
  buildScannedCampaigns,
  countFitting,
  countMarkedOn,
  type Days,
  type MarkRow,
  rankValues,
} from "./sql";
import { countTimeline } from "./timeline";
import { findKeptZone, type KeptField, keptFields } from "./totals-sql";

type FacetOptions = CountOptions & {
  /** Values that are listed however few calls have them, where any has. */
  always?: Partial<Record<KeptField, readonly string[]>>;
};

/**
 * The values that the data has, with counts that ignore their own field's choice. Exact: from the
 * kept totals where these can tell, otherwise from the recordings themselves; but where these are more
 * than the budget they say how many there are at least.
 */
export async function countFacets(
  filter: RecordingFilter,
  timeZone: string,
  { always = {}, ...options }: FacetOptions = {},
): Promise<FacetsView> {
  wantZone(timeZone);
  const facets =
    (await readFacets(filter, timeZone)) ?? (await scanFacets(filter, timeZone, options));
  const withChosen = (field: KeptField) => ({
    [field]: listChosen(facets[field], filter[field], always[field] ?? []),
  });
  return Object.assign(facets, ...keptFields.map(withChosen));
}

const maxValues = 500;

/** Chosen values are listed even when nothing matches them, so that they can be taken back. */
function listChosen(
  counted: FacetValueView[],
  { include, exclude }: RecordingFilter[KeptField],
  always: readonly string[],
): FacetValueView[] {
  const wanted = new Set<string | null>(always);
  const most = counted.filter(({ value }, index) => index < maxValues || wanted.has(value));
  const listed = new Set(most.map(({ value }) => value));
  const missing = [...new Set([...include, ...exclude])].filter((value) => !listed.has(value));
  const countOf = new Map(counted.map(({ value, count }) => [value, count]));
  return [...most, ...missing.map((value) => ({ value, count: countOf.get(value) ?? 0 }))];
}

/** All that is counted above a list. */
export function countList(
  filter: RecordingFilter,
  clock: Clock,
  options: FacetOptions,
): Promise<{ facets: FacetsView; timeline: TimelineView | null; figures: FiguresView }> {
  return countPatiently(options, (within) => countTogether(filter, clock, within));
}

async function countTogether(
  filter: RecordingFilter,
  clock: Clock,
  options: FacetOptions,
): ReturnType<typeof countList> {
  const { timeZone } = clock;
  const fixed = resolveDates(filter, clock);
  let read: Promise<FoundDays> | undefined;
  const readOnce = () => (read ??= readFoundDays(fixed, timeZone, options));
  const [facets, timeline, figures] = await Promise.all([
    countFacets(fixed, timeZone, { ...options, readOnce }),
    countTimeline(fixed, timeZone, { ...options, readOnce }),
    countFigures(filter, clock, { ...options, readOnce }),
  ]);
  const about = timeline ? sumTimeline(timeline) : 0;
  // A sample tells more than what PostgreSQL expects.
  const isSampled = facets.isTotalMore && timeline !== null && timeline.estimates.length > 0;
  const estimate = isSampled && about > facets.total ? roundToTwoDigits(about) : facets.estimate;
  return { facets: { ...facets, estimate }, timeline, figures };
}

function sumTimeline({ counts, earlier, later }: TimelineView): number {
  const beside = (earlier?.count ?? 0) + (later?.count ?? 0);
  return counts.reduce((sum, { count }) => sum + count, beside);
}

/**
 * What the calls of each filter are together, exactly what the list finds under it, and when they were;
 * of two filters with the same days over the same span. They choose campaigns and days alone.
 */
export async function compareFilters(filters: readonly RecordingFilter[], clock: Clock) {
  const [one, other] = filters;
  const isOneSpan = one && other && one.from === other.from && one.to === other.to;
  const include = filters.flatMap(({ campaign }) => campaign.include);
  const span = isOneSpan
    ? await countTimeline({ ...one, campaign: { include, exclude: [] } }, clock.timeZone)
    : null;
  const days = span && { from: span.from, to: span.to };
  return Promise.all(
    filters.map(async (filter) => {
      const [figures, timeline] = await Promise.all([
        countFigures(filter, clock),
        countTimeline({ ...filter, ...days }, clock.timeZone),
      ]);
      return { filter, figures: figures.current, timeline };
    }),
  );
}

/**
 * For each of these days, in SQL: the calls and minutes of every campaign ('' is none) and status. From
 * the kept totals, or from the recordings until the zone's days are counted.
 */
export async function buildCampaignCounts(
  spans: readonly Days[],
  timeZone: string,
): Promise<Prisma.Sql[]> {
  wantZone(timeZone);
  const isKept = (await findKeptZone(timeZone)) === timeZone;
  return spans.map((days) => (isKept ? buildKeptCampaigns : buildScannedCampaigns)(days, timeZone));
}

/** Values that calls have; of none is known how many there are, or how many calls, where that is null. */
export type CountedValues = {
  values: { value: string; calls: number | null }[];
  total: number | null;
};

/**
 * The values that calls have of a field, by their calls, the most first: so many, and those of `also`
 * among the others. From the kept totals; while no zone's days are counted, from their keys.
 */
export async function listCountedValues(
  field: "status" | "campaign",
  most: number,
  also: () => Promise<string[]>,
): Promise<CountedValues> {
  const zone = await findKeptZone(anyZone);
  if (zone !== null) {
    const rows = await rankValues(field, zone, { most, also: await also() });
    return {
      values: rows.map(({ value, calls }) => ({ value, calls: Number(calls) })),
      total: Number(rows[0]?.total ?? 0),
    };
  }
  const seen = await listValues(field, most + 1);
  return {
    values: seen.slice(0, most).map((value) => ({ value, calls: null })),
    total: seen.length > most ? null : seen.length,
  };
}

/**
 * How many calls have each of these values of a kind of marks, under the rest of the filter. Exact of
 * values that few have; of others it says how many there are at least.
 */
export async function countMarks(
  ...asked: Parameters<typeof lookAtMarks>
): Promise<MarkCountView[]> {
  const looked = await lookAtMarks(...asked);
  return looked.map(({ value, count, isMore }) => ({ value, count, isMore }));
}

/** How many calls of a filter's days have a mark, by its own index; with `isMore` there are so many at least. */
async function countMarked(
  field: MarkField,
  value: string,
  filter: RecordingFilter,
  timeZone: string,
  { signal, budget = budgets.counts }: CountOptions = {},
): Promise<Omit<MarkCountView, "value">> {
  const most = budget.scanned;
  const [row] = await countMarkedOn([toMark(field, value)], filter, { timeZone, most, signal });
  const count = row?.count ?? 0;
  return { count: Math.min(count, most), isMore: count > most };
}

/** Of a mark: the calls that have it and those that haven't, or how many there are at least or at the most. */
type Sides = {
  having: Omit<MarkCountView, "value">;
  lacking: Omit<MarkCountView, "value"> & { isMost?: boolean };
};

/**
 * How many calls have each of these values of a kind of marks, and how many haven't, under the rest of a
 * filter: exact, or so many at least or at the most where these are more than are counted one by one.
 */
export async function countSides(
  field: MarkField,
  values: readonly string[],
  asked: RecordingFilter,
  timeZone: string,
  options: CountOptions = {},
): Promise<Sides[]> {
  const filter = { ...asked, [field]: emptyFilter[field] };
  const [marks, { total, isTotalMore }] = await Promise.all([
    lookAtMarks(field, values, filter, timeZone, options),
    countFacets(filter, timeZone, options),
  ]);
  const countDays = async () => {
    const { from, to } = filter;
    const days = await countFacets({ ...emptyFilter, from, to }, timeZone, options);
    return days.isTotalMore ? Number.POSITIVE_INFINITY : days.total;
  };
  const toSides = async ({ value, count, isMore, others }: LookedAt): Promise<Sides> => {
    if (!isMore) {
      const lacking = { count: Math.max(0, total - count), isMore: isTotalMore };
      return { having: { count, isMore }, lacking };
    }
    const ofDays = await countMarked(field, value, filter, timeZone, options);
    const having = others === null ? ofDays : { count, isMore };
    const inTotal = ofDays.isMore ? 0 : total - ofDays.count;
    const least = Math.max(0, others ?? 0, isTotalMore ? 0 : inTotal);
    if (isTotalMore || (least > 0 && having.isMore)) {
      return { having, lacking: { count: least, isMore: true } };
    }
    const most = Math.max(0, total - having.count);
    if (!having.isMore) return { having, lacking: { count: most, isMore: false } };
    // What doesn't have it of these doesn't have it of their days either.
    const mostOfAll = Math.max(0, Math.min(most, (await countDays()) - ofDays.count));
    return { having, lacking: { count: mostOfAll, isMore: false, isMost: mostOfAll > 0 } };
  };
  return Promise.all(marks.map(toSides));
}

/** With `others`, so many calls at least haven't the mark; null: nobody looked at calls, but at marks alone. */
type LookedAt = MarkCountView & { others: number | null };

/** `countMarks`, which tells what it saw besides. */
async function lookAtMarks(
  field: MarkField,
  values: readonly string[],
  asked: RecordingFilter,
  timeZone: string,
  { signal, budget = budgets.counts }: CountOptions = {},
): Promise<LookedAt[]> {
  if (values.length === 0) return [];
  const filter = { ...asked, [field]: emptyFilter[field] };
  const most = budget.found;
  const marks = values.map((value) => toMark(field, value));
  const all = toCounts(await countMarkedOn(marks, filter, { timeZone, most, signal }));
  const told = (
    found: ReadonlyMap<string | null, number>,
    isMore: (mark: string) => boolean,
    looked: number | null,
  ) =>
    values.map((value) => {
      const mark = toMark(field, value);
      const count = found.get(mark) ?? 0;
      const others = looked === null ? null : Math.max(0, looked - count);
      return { value, count: Math.min(count, most), isMore: isMore(mark), others };
    });
  const isAlone = buildConditions(filter).length + buildMinutes(filter.minutes).length === 0;
  if (isAlone) return told(all, (mark) => (all.get(mark) ?? 0) > most, null);

  const byCount = marks.toSorted((one, other) => (all.get(one) ?? 0) - (all.get(other) ?? 0));
  let left = most;
  const few = byCount.filter((mark) => {
    left -= all.get(mark) ?? 0;
    return left >= 0;
  });
  const many = byCount.slice(few.length);
  const [rare, usual] = await Promise.all([
    few.length > 0 ? countFitting(few, filter, timeZone, signal) : [],
    many.length > 0
      ? readFound<MarkRow>(
          filter,
          timeZone,
          { most: most + 1, looked: budget.looked, signal },
          (found) => buildMarkCounts(found, many),
        )
      : { rows: [], isAll: true },
  ]);
  const usualCounts = toCounts(usual.rows);
  const looked = usualCounts.get(null) ?? 0;
  const isCut = !usual.isAll || looked > most;
  const counts = new Map([...toCounts(rare), ...usualCounts]);
  return told(counts, (mark) => isCut && many.includes(mark), looked);
}

function toCounts(rows: MarkRow[]): Map<string | null, number> {
  return new Map(rows.map(({ mark, count }) => [mark, count]));
}
