import "server-only";
import { db, queryWith } from "@/lib/platform/database/db";
import { toInstants } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter, RecordingPage } from "../filter/filter";
import type { SaidIn } from "../sql/search";
import {
  buildConditions,
  buildDays,
  buildKeyset,
  buildMinutes,
  buildOrder,
  minutesKey,
  unknownMinutes,
  type WhereOptions,
} from "../sql/where";
import { coverHours, coverMinutes, layOutWindows, mostMinutes } from "./windows";

/**
 * The periods that an instant lies in, as one number each: its hour, and spans of 4, 16, 64 … hours up to
 * seven years. The number says which span it is, and which of all such spans since 1970. To the letter as
 * the index of all choices has it.
 */
const periodsOfCall = Prisma.sql`
  ARRAY[
    floor(date_part('epoch', created_at AT TIME ZONE 'UTC') / 3600)::bigint,
    (1::bigint << 40) + floor(date_part('epoch', created_at AT TIME ZONE 'UTC') / 14400)::bigint,
    (2::bigint << 40) + floor(date_part('epoch', created_at AT TIME ZONE 'UTC') / 57600)::bigint,
    (3::bigint << 40) + floor(date_part('epoch', created_at AT TIME ZONE 'UTC') / 230400)::bigint,
    (4::bigint << 40) + floor(date_part('epoch', created_at AT TIME ZONE 'UTC') / 921600)::bigint,
    (5::bigint << 40) + floor(date_part('epoch', created_at AT TIME ZONE 'UTC') / 3686400)::bigint,
    (6::bigint << 40) + floor(date_part('epoch', created_at AT TIME ZONE 'UTC') / 14745600)::bigint,
    (7::bigint << 40) + floor(date_part('epoch', created_at AT TIME ZONE 'UTC') / 58982400)::bigint,
    (8::bigint << 40) + floor(date_part('epoch', created_at AT TIME ZONE 'UTC') / 235929600)::bigint
  ]`;

/**
 * The spans that a number of minutes lies in, as one number each: itself, and spans of 4, 16 and 64 minutes.
 * To the letter as the index has it.
 */
const spansOfMinutes = Prisma.sql`
  ARRAY[
    greatest(least(minutes_used, 255), 0),
    1000 + greatest(least(minutes_used, 255), 0) / 4,
    2000 + greatest(least(minutes_used, 255), 0) / 16,
    3000 + greatest(least(minutes_used, 255), 0) / 64
  ]`;

/** A row of a list, which parts those before it from itself and those behind it. */
export type Edge = {
  isBefore: Prisma.Sql;
  /**
   * Conditions that cover the row and what lies behind it, without overlap, the nearest first, in steps: each
   * goes as far as the rows that were found before tell that a page needs; after the last one there are none.
   * @param limit rows wanted; infinite: all windows are one step
   */
  newSteps: (limit: number) => (found: number) => Promise<Window[]>;
};

/** A part of the list; the period that holds it, where there is one. */
export type Window = { conditions: Prisma.Sql[]; period: bigint | null };
type Place = RowsWanted["place"];

/** The row that so many stand before, under no other condition than these; null where there is none. */
export async function findEdge(
  { place }: Pick<RowsWanted, "place">,
  range: Prisma.Sql[],
  count: number,
  signal?: AbortSignal,
): Promise<Edge | null> {
  const within = Prisma.join(range, " AND ");
  return isByTime(place)
    ? findHour(place, within, count, signal)
    : findMinutes(place, within, count);
}

async function findHour(
  place: Place,
  within: Prisma.Sql,
  count: number,
  signal?: AbortSignal,
): Promise<Edge | null> {
  const isReversed = place.before !== null;
  const hour = Prisma.sql`floor(date_part('epoch', created_at AT TIME ZONE 'UTC') / 3600)::float8`;
  const order = buildOrder(place.sort, { isReversed });
  const backward = buildOrder(place.sort, { isReversed: !isReversed });
  type Row = { at: string; id: string; hour: number; first: number; last: number };
  const query = Prisma.sql`
    SELECT created_at::text AS at, id, ${hour} AS hour,
      (SELECT ${hour} FROM recording WHERE ${within} ORDER BY ${order} LIMIT 1) AS first,
      (SELECT ${hour} FROM recording WHERE ${within} ORDER BY ${backward} LIMIT 1) AS last
    FROM recording WHERE ${within}
    ORDER BY ${order} OFFSET ${count} LIMIT 1`;
  const [row] = signal
    ? await queryWith<Row>(query, { signal })
    : await db().$queryRaw<Row[]>(query);
  if (!row) return null;

  const { before, fromHere } = comparisons(place);
  const here = Prisma.sql`(${row.at}::timestamptz, ${row.id})`;
  const isBackward = !isUpward(place);
  const fromHour = (at: number) => {
    const instant = Prisma.sql`to_timestamp(${at * 3_600}::float8)`;
    return isBackward
      ? Prisma.sql`${unindexed.created_at} < ${instant}`
      : Prisma.sql`${unindexed.created_at} >= ${instant}`;
  };
  const toWindows = (spans: ReturnType<typeof layOutWindows>, from: Prisma.Sql) =>
    spans.map(({ period }, index) => {
      const former = spans[index - 1];
      const begin = former ? fromHour(isBackward ? former.fromHour : former.toHour) : from;
      const conditions = [Prisma.sql`${periodsOfCall} @> ARRAY[${period}]::bigint[]`, begin];
      return { conditions, period };
    });
  const newSteps = (limit: number) => {
    let from: Prisma.Sql | null = Prisma.sql`(${unindexed.created_at}, id) ${fromHere} ${here}`;
    let at = row.hour;
    let leastHours = 0;
    let left = Number.isFinite(limit) ? mostSteps : 1;
    return async (found: number) => {
      if (from === null) return [];
      const hours = Math.max(Math.abs(at - row.first), 1);
      // The rest is as far as these were; and each step is longer than the one before it.
      leastHours = Math.max(((limit - found) * hours) / (found + 0.5) / alike, 4 * leastHours);
      left--;
      const spans = Number.isFinite(limit)
        ? layOutWindows(at, row.last, leastHours, left > 0 ? alike : undefined)
        : layOutWindows(at, row.last, manyHours);
      const windows = toWindows(spans, from);
      const last = spans.at(-1);
      const end = last ? (isBackward ? last.fromHour : last.toHour) : at;
      at = isBackward ? end - 1 : end;
      if (isBackward ? end <= row.last : end > row.last) from = null;
      else from = fromHour(end);
      if (left > 0 || from === null) return windows;
      const beyond = { conditions: [from], period: null };
      from = null;
      return [...windows, beyond];
    };
  };
  return { isBefore: Prisma.sql`(created_at, id) ${before} ${here}`, newSteps };
}

/** For whoever wants not a page, but all or thousands of calls. */
const manyHours = 200;
/** To plan a window takes as long as to read a small one: few are asked for at a time. */
const alike = 4;
/** The last of them goes to the end of the list. */
const mostSteps = 4;

async function findMinutes(place: Place, within: Prisma.Sql, count: number): Promise<Edge | null> {
  const order = buildOrder(place.sort, { isReversed: place.before !== null });
  const [row] = await db().$queryRaw<{ minutes: number; id: string }[]>`
    SELECT ${minutesKey} AS minutes, id FROM recording WHERE ${within}
    ORDER BY ${order} OFFSET ${count} LIMIT 1`;
  if (!row) return null;

  const { before, behind, fromHere } = comparisons(place);
  const readBehind = async (minutes: number) => {
    const [next] = await db().$queryRaw<{ minutes: number }[]>`
      SELECT ${minutesKey} AS minutes FROM recording
      WHERE ${minutesKey} ${behind} ${minutes}::int ORDER BY ${order} LIMIT 1`;
    return next?.minutes;
  };
  // One window for each number of minutes that a call has used; these are few.
  const newSteps = () => {
    let minutes: number | undefined = row.minutes;
    let isHere = true;
    let left = mostValues;
    return async () => {
      const windows: Window[] = [];
      while (minutes !== undefined && windows.length < valuesAtOnce && left > 0) {
        const isThese = Prisma.sql`${unindexed.minutes_used} = ${minutes}::int`;
        const conditions = [...buildMinuteSpans(toSpan(minutes)), isThese];
        if (isHere) conditions.push(Prisma.sql`id ${fromHere} ${row.id}`);
        isHere = false;
        windows.push({ conditions, period: null });
        minutes = await readBehind(minutes);
        left--;
      }
      if (minutes === undefined || left > 0) return windows;
      const beyond = [Prisma.sql`${unindexed.minutes_used} ${fromHere} ${minutes}::int`];
      minutes = undefined;
      return [...windows, { conditions: beyond, period: null }];
    };
  };
  const here = Prisma.sql`(${row.minutes}::int, ${row.id})`;
  return { isBefore: Prisma.sql`(${minutesKey}, id) ${before} ${here}`, newSteps };
}

const mostValues = 40;
const valuesAtOnce = 4;

/** Minutes that are not known stand among the longest in the index of all choices. */
function toSpan(minutes: number): RecordingFilter["minutes"] {
  if (minutes === unknownMinutes) return { least: mostMinutes, most: null };
  return { least: minutes, most: minutes };
}

/** What lies on runs of days, the first and the last included, by the index of all choices, read once. */
export function buildDaysWindow(runs: { from: string; to: string }[], timeZone: string): Window {
  const instants = runs.map((days) => toInstants(days, timeZone));
  const hourOf = (instant: (typeof instants)[number]["startAt"]) =>
    (instant?.epochMilliseconds ?? 0) / 3_600_000;
  const covered = instants.flatMap(({ startAt, endAt }) =>
    coverHours(Math.floor(hourOf(startAt)), Math.ceil(hourOf(endAt)) - 1),
  );
  return {
    conditions: [
      Prisma.sql`${periodsOfCall} && ${covered}::bigint[]`,
      Prisma.sql`EXISTS (
        SELECT FROM ${buildRuns(runs, timeZone)} WHERE ${unindexed.created_at} >= from_at AND ${unindexed.created_at} < to_at)`,
    ],
    period: covered[0] ?? 0n,
  };
}

/** Runs of days as rows of `run`: each from an instant on and before another. */
export function buildRuns(runs: { from: string; to: string }[], timeZone: string): Prisma.Sql {
  const instants = runs.map((days) => toInstants(days, timeZone));
  const starts = instants.map(({ startAt }) => startAt?.toString() ?? "-infinity");
  const ends = instants.map(({ endAt }) => endAt?.toString() ?? "infinity");
  return Prisma.sql`unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) AS run (from_at, to_at)`;
}

/** How keys compare that stand before a row, behind it, and from it on. */
function comparisons(place: Place) {
  return isUpward(place)
    ? { before: Prisma.sql`<`, behind: Prisma.sql`>`, fromHere: Prisma.sql`>=` }
    : { before: Prisma.sql`>`, behind: Prisma.sql`<`, fromHere: Prisma.sql`<=` };
}

/** What bounds a list in its order, and everything else. */
export function splitConditions(
  { filter, place }: Pick<RowsWanted, "filter" | "place">,
  { timeZone }: WhereOptions,
  columns: Partial<typeof unindexed> = {},
  said: SaidIn = "all",
): { range: Prisma.Sql[]; others: Prisma.Sql[] } {
  const conditions = buildConditions(filter, said);
  const keyset = buildKeyset(place);
  const minutes = buildMinutes(filter.minutes, columns.minutes_used);
  if (isByTime(place)) {
    const days = buildDays(filter, timeZone, columns.created_at);
    return { range: [...days, keyset], others: [...conditions, ...minutes] };
  }
  return { range: [...minutes, keyset], others: [...conditions, ...buildDays(filter, timeZone)] };
}

/** The same values, but not those of an index, which would be read from one end to the other. */
export const unindexed = {
  created_at: Prisma.sql`(created_at + interval '0')`,
  minutes_used: Prisma.sql`coalesce(minutes_used + 0, '-2147483648'::int)`,
};

/** Rows of a list after a cursor, or before one, nearest first; or from its beginning. */
export type RowsWanted = {
  columns: Prisma.Sql;
  filter: RecordingFilter;
  place: Pick<RecordingPage, "sort" | "after" | "before">;
  limit: number;
};

/** Whether the list goes on to the higher keys: it may be turned, and read backward. */
function isUpward({ sort, before }: RowsWanted["place"]): boolean {
  return sort.startsWith("-") === (before !== null);
}

export function isByTime({ sort }: RowsWanted["place"]): boolean {
  return sort.endsWith("created_at");
}

/**
 * What the index of all choices is asked for a range of minutes: single keys, of which it reads no
 * more than the other choices leave. Calls beyond the range may be among them.
 */
export function buildMinuteSpans({ least, most }: RecordingFilter["minutes"]): Prisma.Sql[] {
  if (least === null && most === null) return [];
  const spans = coverMinutes(least ?? 0, most ?? mostMinutes);
  return [Prisma.sql`${spansOfMinutes} && ${spans}::int[]`];
}
