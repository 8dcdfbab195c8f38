import { Temporal } from "temporal-polyfill";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import {
  markFields,
  type RecordingFilter,
  type ValueField,
  type ValueFilter,
  valueFields,
} from "../filter/filter";
import { listGaps, listTerms } from "../totals/answers";

/** Whether the totals can tell of it: of all but a search, changes, minutes, marks and single customers. */
export function canUseTotals(filter: RecordingFilter): boolean {
  const { q, days, changedSince, minutes } = filter;
  const kept: readonly ValueField[] = keptFields;
  return (
    q.trim() === "" &&
    [days, changedSince, minutes.least, minutes.most].every((one) => one === null) &&
    valueFields.every((field) => kept.includes(field) || !isChosen(filter[field])) &&
    markFields.every((field) => !isChosen(filter[field]))
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
export function buildChoice(
  filter: RecordingFilter,
  fields: readonly KeptField[] = keptFields,
): Prisma.Sql {
  const conditions = fields.flatMap((field) => buildOne(Prisma.raw(field), filter[field]));
  const gaps = listGaps(filter);
  if (gaps) conditions.push(Prisma.sql`gaps = ANY(${gaps})`);
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`true`;
}

/** How many calls of a row fit the choice of answers, of a row whose gaps do. */
export function buildFitting(filter: RecordingFilter): Prisma.Sql {
  const terms = listTerms(filter).map(({ sign, column }) => `${sign < 0 ? "-" : "+"} ${column}`);
  return Prisma.raw(`(${terms.join(" ")})`);
}

export const keptFields = ["status", "campaign", "gender", "type"] as const;
export type KeptField = (typeof keptFields)[number];

/** The fields by which a filter chooses values. */
export function listChosenFields(filter: RecordingFilter): KeptField[] {
  return keptFields.filter((field) => isChosen(filter[field]));
}

/** By what calls are counted, broadly where that will do: every level knows status and answers. */
export type TotalLevel = "all" | "campaign" | "person";

/** The level with the fewest rows that tells these fields apart. */
export function chooseLevel(fields: readonly KeptField[]): TotalLevel {
  const isOfPerson = fields.some((field) => field === "gender" || field === "type");
  if (!fields.includes("campaign")) return "person";
  return isOfPerson ? "all" : "campaign";
}

function isChosen({ include, exclude }: ValueFilter): boolean {
  return include.length + exclude.length > 0;
}

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
