import { Temporal } from "temporal-polyfill";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter, ValueField, ValueFilter } from "../filter";

/** What the totals can tell of: any choice of statuses, campaigns and days, and nothing else. */
export function isKept({ status: _, campaign: __, from: ___, to: ____, ...rest }: RecordingFilter) {
  const { q, days, transcript, confirmed, phoneOk, minutes, gender, type, customer } = rest;
  const isAny = ({ include, exclude }: ValueFilter) => include.length + exclude.length === 0;
  return (
    q.trim() === "" &&
    [days, transcript, confirmed, phoneOk, minutes.least, minutes.most].every(
      (one) => one === null,
    ) &&
    [gender, type, customer].every(isAny)
  );
}

/** Rows of the totals that cover the days once: whole months as such, the rest by the day. */
export function buildPeriods({ from, to }: Pick<RecordingFilter, "from" | "to">): Prisma.Sql {
  const first = from && toMonth(from);
  const isWholeFrom = from === null || from.endsWith("-01");
  const dayAfter = to && (to === lastDay ? null : shift(to, { days: 1 }));
  const monthsFrom = first && (isWholeFrom ? first : nextMonth(first));
  const monthsTo = dayAfter && toMonth(dayAfter);
  const within = (least: string | null, below: string | null) =>
    Prisma.sql`starts_on >= ${least ?? "-infinity"}::date AND starts_on < ${below ?? "infinity"}::date`;
  if (monthsFrom !== null && monthsTo !== null && monthsFrom >= monthsTo) {
    return Prisma.sql`(period = 'day' AND ${within(from, dayAfter)})`;
  }
  return Prisma.sql`(
    (period = 'month' AND ${within(monthsFrom, monthsTo)})
    ${from && !isWholeFrom ? Prisma.sql`OR (period = 'day' AND ${within(from, monthsFrom)})` : Prisma.empty}
    ${dayAfter && dayAfter !== monthsTo ? Prisma.sql`OR (period = 'day' AND ${within(monthsTo, dayAfter)})` : Prisma.empty}
  )`;
}

/** The choice of statuses and campaigns, where '' stands for "none". */
export function buildChoice(filter: RecordingFilter, without?: ValueField): Prisma.Sql {
  const conditions = [
    ...(without === "status" ? [] : buildOne(Prisma.sql`status`, filter.status)),
    ...(without === "campaign" ? [] : buildOne(Prisma.sql`campaign`, filter.campaign)),
  ];
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`true`;
}

function buildOne(column: Prisma.Sql, { include, exclude }: ValueFilter): Prisma.Sql[] {
  const written = (values: (string | null)[]) => values.map((value) => value ?? "");
  return [
    ...(include.length > 0 ? [Prisma.sql`${column} = ANY(${written(include)})`] : []),
    ...(exclude.length > 0 ? [Prisma.sql`${column} <> ALL(${written(exclude)})`] : []),
  ];
}

function toMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Past the last month it is "infinity", which sorts behind every day and is a date to PostgreSQL. */
function nextMonth(month: string): string {
  return month === toMonth(lastDay) ? "infinity" : shift(month, { months: 1 });
}

function shift(day: string, by: Temporal.DurationLike): string {
  return Temporal.PlainDate.from(day).add(by).toString();
}

/** The last that is written with four digits of the year. */
const lastDay = "9999-12-31";
