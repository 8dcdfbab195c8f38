import { Temporal } from "temporal-polyfill";
import { firstDay } from "@/lib/settings/calendar-day";
import {
  countLastDays,
  markFields,
  markKinds,
  me,
  parseRelativeDays,
  type RecordingFilter,
  type RelativeDays,
} from "./filter";

/** Who looks: the instant, and the zone in which their days begin. */
export type Clock = { now: Date; timeZone: string };

type Span = { from: string; to: string };

/** The days themselves, both included. Weeks begin on Monday; what is not over ends today. */
export function toFixedDays(days: RelativeDays, clock: Clock): Span {
  const [from, to] = findSpan(days, toToday(clock));
  return { from: from.toString(), to: to.toString() };
}

export function toToday({ now, timeZone }: Clock): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
}

/**
 * The filter as all that counts and lists reads it: its days are `from` and `to` alone, and what has
 * changed did so since an instant. Idempotent.
 */
export function resolveDates(filter: RecordingFilter, clock: Clock): RecordingFilter {
  const { days, changedSince } = filter;
  if (days === null && changedSince === null) return filter;
  return {
    ...filter,
    ...(days && { ...toFixedDays(days, clock), days: null }),
    changedSince: changedSince && toInstant(changedSince, clock),
  };
}

/** The filter with who looks in the place of `me`, where people are the values. Idempotent. */
export function resolveViewer(filter: RecordingFilter, viewerId: string): RecordingFilter {
  const name = (value: string | null) => (value === me ? viewerId : value);
  const named = markFields.flatMap((field) => {
    if (!markKinds[field].isByUser) return [];
    const { include, exclude } = filter[field];
    return [[field, { include: include.map(name), exclude: exclude.map(name) }]];
  });
  return named.length > 0 ? { ...filter, ...Object.fromEntries(named) } : filter;
}

/** Both: the filter as whoever looks means it. Idempotent. */
export function resolveFilter(
  filter: RecordingFilter,
  viewerId: string,
  clock: Clock,
): RecordingFilter {
  return resolveDates(resolveViewer(filter, viewerId), clock);
}

/** Where the day of a `changedSince` is not an instant already. */
export function toChangedDay(changedSince: string, clock: Clock): string | null {
  if (changedSince.includes("T")) return null;
  const days = parseRelativeDays(changedSince);
  return days ? toFixedDays(days, clock).from : changedSince;
}

function toInstant(changedSince: string, clock: Clock): string {
  const day = toChangedDay(changedSince, clock);
  if (day === null) return changedSince;
  return Temporal.PlainDate.from(day).toZonedDateTime(clock.timeZone).toInstant().toString();
}

function findSpan(
  days: RelativeDays,
  today: Temporal.PlainDate,
): [Temporal.PlainDate, Temporal.PlainDate] {
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const first = today.with({ day: 1 });
  switch (days) {
    case "today":
      return [today, today];
    case "yesterday":
      return [today.subtract({ days: 1 }), today.subtract({ days: 1 })];
    case "this-week":
      return [monday, today];
    case "last-week":
      return [monday.subtract({ days: 7 }), monday.subtract({ days: 1 })];
    case "this-month":
      return [first, today];
    case "last-month":
      return [first.subtract({ months: 1 }), first.subtract({ days: 1 })];
    case "this-year":
      return [today.with({ month: 1, day: 1 }), today];
    default:
      return [today.subtract({ days: (countLastDays(days) ?? 1) - 1 }), today];
  }
}

/**
 * The days that the filter's own are compared with: as many right before them, but whole months with
 * whole months, and a week, month or year so far with as much of the one before. Null: the filter has
 * no first day.
 */
export function findPeriodBefore(
  asked: Pick<RecordingFilter, "from" | "to" | "days">,
  clock: Clock,
): { from: string; to: string } | null {
  const { from, to } = asked.days ? toFixedDays(asked.days, clock) : asked;
  if (from === null || from === firstDay) return null;
  const first = Temporal.PlainDate.from(from);
  const last = to === null ? toToday(clock) : Temporal.PlainDate.from(to);
  if (Temporal.PlainDate.compare(first, last) > 0) return null;
  const soFar = asked.days ? soFars[asked.days] : undefined;
  const end = last.add({ days: 1 });
  const largestUnit = first.day === 1 && end.day === 1 ? "months" : "days";
  const before = first.subtract(soFar ?? first.until(end, { largestUnit }));
  if (Temporal.PlainDate.compare(before, firstDay) < 0) return null;
  const lastBefore = soFar ? last.subtract(soFar) : first.subtract({ days: 1 });
  return { from: before.toString(), to: lastBefore.toString() };
}

const soFars: Partial<Record<RelativeDays, Temporal.DurationLike>> = {
  "this-week": { days: 7 },
  "this-month": { months: 1 },
  "this-year": { years: 1 },
};
