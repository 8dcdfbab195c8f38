import "server-only";
import { db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import { emptyFilter, type RecordingFilter } from "../filter/filter";
import { buildDays } from "../sql/where";
import { chooseLevel } from "./build-totals-where";
import { mayScan } from "./estimate-calls";
import { buildTotals } from "./read-totals";

/** The first and the last day that a timeline spans. */
export type Span = { from: string; to: string };

/** So long days of a filter are shown as they are, empty or not. */
const plainMonths = 120;

/**
 * The filter's own days; where one end is open or they are very many, those of nearly all calls that
 * there are, two weeks at least.
 */
export async function readSpan(
  { from, to }: RecordingFilter,
  zone: string,
  kept: string | null,
): Promise<Span | null> {
  const own = from && to ? { from, to } : null;
  if (own && (own.from > own.to || isPlain(own))) return own.from > own.to ? null : own;
  const years = (await readYears(zone, kept)).filter(
    ({ year }) => (!from || year >= yearOf(from)) && (!to || year <= yearOf(to)),
  );
  const main = findMainYears(years);
  const calls = main && (await readEnds(main, { from, to }, zone));
  if (!calls) return own;
  const wanted = [
    { from: from ?? calls.from, to: to ?? calls.to },
    { from: from ?? calls.from, to: calls.to },
    { from: calls.from, to: to ?? calls.to },
  ];
  const span = wanted.find(isPlain) ?? calls;
  return from === null ? withTwoWeeks(span) : span;
}

function isPlain({ from, to }: Span): boolean {
  return (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from) < plainMonths;
}

function withTwoWeeks({ from, to }: Span): Span {
  const ms = Math.max(Date.parse(`${to}T00:00:00Z`) - 13 * dayMs, Date.parse(firstDay));
  const twoWeeks = new Date(ms).toISOString().slice(0, 10);
  return { from: twoWeeks < from ? twoWeeks : from, to };
}

const dayMs = 86_400_000;

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

function monthOf(day: string): number {
  return Number(day.slice(5, 7));
}

/**
 * All calls by year: of another zone where this one isn't counted, and by reading them where none is;
 * of very many, the first and the last year alone.
 */
async function readYears(zone: string, kept: string | null): Promise<YearCount[]> {
  const year = (day: Prisma.Sql) => Prisma.sql`extract(year FROM ${toPlainDay(day)})::int`;
  if (!kept && !(await mayScan(emptyFilter, zone, budgets.counts))) {
    return db().$queryRaw<YearCount[]>`
      SELECT DISTINCT ${year(Prisma.sql`(created_at AT TIME ZONE ${zone})`)} AS year, 1 AS calls
      FROM (SELECT min(created_at) AS created_at FROM recording
            UNION ALL SELECT max(created_at) FROM recording) AS ends ORDER BY 1`;
  }
  if (!kept) {
    return db().$queryRaw<YearCount[]>`
      SELECT ${year(Prisma.sql`(created_at AT TIME ZONE ${zone})`)} AS year, count(*)::int AS calls
      FROM recording GROUP BY 1 ORDER BY 1`;
  }
  const totals = buildTotals({ from: null, to: null }, kept, {
    level: chooseLevel([]),
    columns: Prisma.sql`day, calls`,
    periods: Prisma.sql`period = 'year'`,
  });
  return db().$queryRaw<YearCount[]>`
    SELECT ${year(Prisma.sql`day`)} AS year, sum(calls)::int AS calls
    FROM (SELECT day, sum(calls) AS calls FROM (${totals}) AS counted GROUP BY 1) AS days
    GROUP BY 1 ORDER BY 1`;
}

/** The days of the first and the last call of these years, both ends included. */
async function readEnds(
  main: { first: number; last: number },
  { from, to }: Pick<RecordingFilter, "from" | "to">,
  zone: string,
): Promise<Span | null> {
  // A year more at either end: other zones have other years, and the next calls are farther off.
  const [first, last] = [toYear(main.first - 1), toYear(main.last + 1)];
  const days = {
    ...emptyFilter,
    from: from && from > `${first}-01-01` ? from : `${first}-01-01`,
    to: to && to < `${last}-12-31` ? to : `${last}-12-31`,
  };
  const within = Prisma.join([Prisma.sql`true`, ...buildDays(days, zone)], " AND ");
  const day = (instant: Prisma.Sql) =>
    Prisma.sql`${toPlainDay(Prisma.sql`(${instant} AT TIME ZONE ${zone})`)}::text`;
  const [ends] = await db().$queryRaw<{ from: string | null; to: string | null }[]>`
    SELECT ${day(Prisma.sql`min(created_at)`)} AS "from", ${day(Prisma.sql`max(created_at)`)} AS "to"
    FROM recording WHERE ${within}`;
  return ends?.from && ends.to ? { from: ends.from, to: ends.to } : null;
}

function toYear(year: number): string {
  return String(Math.min(Math.max(year, 1), 9_999)).padStart(4, "0");
}

/** In some zones the first and the last calls of all lie in the year before or after. */
export function toPlainDay(day: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`least(greatest((${day})::date, ${firstDay}::date), ${lastDay}::date)`;
}

/** How many calls a year has. */
export type YearCount = { year: number; calls: number };

/**
 * The years in which nearly all calls lie, so that a few of another age don't squeeze them into one
 * bar: from the year of the middle call on outwards, over gaps that are short beside what they part.
 * Null without calls. Pure.
 * @param years in their order
 */
export function findMainYears(years: YearCount[]): { first: number; last: number } | null {
  const counted = years.filter(({ calls }) => calls > 0);
  const total = sum(counted);
  let low = findMiddle(counted, total);
  let high = low;
  if (low < 0) return null;
  let [before, after] = [sum(counted.slice(0, low)), sum(counted.slice(high + 1))];
  const yearOf = (index: number) => counted[index]?.year ?? Number.NaN;
  const isApart = (gap: number, beyond: number) => {
    const length = yearOf(high) - yearOf(low) + 1;
    const isFar = gap > Math.max(shortGap, length) && beyond * 5 <= total;
    // No business is so old that these could be its own.
    const isOfAnotherAge = gap > length + longLife && beyond * 2 < total;
    return isFar || isOfAnotherAge;
  };
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    if (before > 0 && !isApart(yearOf(low) - yearOf(low - 1), before)) {
      low -= 1;
      before -= counted[low]?.calls ?? 0;
      isGrowing = true;
    }
    if (after > 0 && !isApart(yearOf(high + 1) - yearOf(high), after)) {
      high += 1;
      after -= counted[high]?.calls ?? 0;
      isGrowing = true;
    }
  }
  return { first: yearOf(low), last: yearOf(high) };
}

const shortGap = 3;
const longLife = 50;

function sum(years: YearCount[]): number {
  return years.reduce((total, { calls }) => total + calls, 0);
}

function findMiddle(years: YearCount[], total: number): number {
  let before = 0;
  return years.findIndex(({ calls }) => {
    before += calls;
    return before * 2 >= total;
  });
}
