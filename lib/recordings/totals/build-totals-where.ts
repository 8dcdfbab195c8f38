import { Temporal } from "temporal-polyfill";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter, ValueFilter } from "../filter";

/** What the totals can tell of: any choice of statuses, campaigns, genders, types and days. */
export function isKept(filter: RecordingFilter): boolean {
  const { q, days, transcript, confirmed, phoneOk, incomplete, minutes, customer } = filter;
  const isAny = ({ include, exclude }: ValueFilter) => include.length + exclude.length === 0;
  return (
    q.trim() === "" &&
    [days, transcript, confirmed, phoneOk, incomplete, minutes.least, minutes.most].every(
      (one) => one === null,
    ) &&
    isAny(customer)
  );
}

/** Rows of the totals that cover the days once, few of them: whole years, then months, weeks and days. */
export function buildPeriods(
  { from, to }: Pick<RecordingFilter, "from" | "to">,
  periods: TotalPeriod[] = ["year", "month", "week", "day"],
): Prisma.Sql {
  const below = to === null || to === lastDay ? null : toDay(to).add({ days: 1 });
  const spans = cover(from === null || from === firstDay ? null : toDay(from), below, periods);
  const conditions = spans.map(
    (span) => Prisma.sql`(period = ${Prisma.raw(`'${span.period}'`)}
      AND starts_on >= ${span.from ? write(span.from) : "-infinity"}::date
      AND starts_on < ${span.below ? write(span.below) : "infinity"}::date)`,
  );
  return conditions.length > 0
    ? Prisma.sql`(${Prisma.join(conditions, " OR ")})`
    : Prisma.sql`false`;
}

/** The choice of values, over the columns of a key, where '' stands for "none". */
export function buildChoice(filter: RecordingFilter): Prisma.Sql {
  const conditions = keptFields.flatMap((field) => buildOne(Prisma.raw(field), filter[field]));
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`true`;
}

export const keptFields = ["status", "campaign", "gender", "type"] as const;

function buildOne(column: Prisma.Sql, { include, exclude }: ValueFilter): Prisma.Sql[] {
  const written = (values: (string | null)[]) => values.map((value) => value ?? "");
  return [
    ...(include.length > 0 ? [Prisma.sql`${column} = ANY(${written(include)})`] : []),
    ...(exclude.length > 0 ? [Prisma.sql`${column} <> ALL(${written(exclude)})`] : []),
  ];
}

export type TotalPeriod = "day" | "week" | "month" | "year";

/** Days of one kind of period; null is open, and the end is not included. */
type Span = {
  period: TotalPeriod;
  from: Temporal.PlainDate | null;
  below: Temporal.PlainDate | null;
};

/** Whole periods of the first kind, and what is left at the ends by the next ones. */
function cover(
  from: Span["from"],
  below: Span["below"],
  [period, ...shorter]: TotalPeriod[],
): Span[] {
  if (!period || (from && below && Temporal.PlainDate.compare(from, below) >= 0)) return [];
  const first = from && ceil(from, period);
  const end = below && floor(below, period);
  if (first && end && Temporal.PlainDate.compare(first, end) >= 0) {
    return cover(from, below, shorter);
  }
  return [
    { period, from: first, below: end },
    ...(first ? cover(from, first, shorter) : []),
    ...(end ? cover(end, below, shorter) : []),
  ];
}

function floor(day: Temporal.PlainDate, period: TotalPeriod): Temporal.PlainDate {
  if (period === "week") return day.subtract({ days: day.dayOfWeek - 1 });
  if (period === "month") return day.with({ day: 1 });
  return period === "year" ? day.with({ month: 1, day: 1 }) : day;
}

function ceil(day: Temporal.PlainDate, period: TotalPeriod): Temporal.PlainDate {
  const begin = floor(day, period);
  return begin.equals(day) ? day : floor(begin.add({ [`${period}s`]: 1 }), period);
}

/** Past the year 9999 it is "infinity", which sorts behind every day and is a date to PostgreSQL. */
function write(day: Temporal.PlainDate): string {
  return day.year > 9_999 ? "infinity" : day.toString();
}

function toDay(day: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(day);
}
