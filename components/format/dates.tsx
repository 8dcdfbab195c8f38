import type { Clock } from "@/lib/recordings/filter/resolve-dates";
import { dateFormat } from "./intl";
import { formatTexts } from "./text";

/** Day and time of an instant in a zone; the year only where it is not the present one. */
export function formatShort(instant: string, timeZone: string, now: Date): DayAndTime {
  const date = new Date(instant);
  const isThisYear = yearOf(date, timeZone) === yearOf(now, timeZone);
  return {
    day: format("day", timeZone, isThisYear ? shortDay : shortDayAndYear, date),
    time: format("time", timeZone, time, date),
  };
}

/** An instant in full, with its offset: "20 November 2026, 14:03:05 GMT+5:45". */
export function formatFull(instant: string, timeZone: string): string {
  return format("full", timeZone, full, new Date(instant));
}

/** A day (YYYY-MM-DD) as people write it. */
export function formatDay(day: string): string {
  return format("day", "UTC", shortDayAndYear, new Date(`${day}T00:00:00Z`));
}

/** Days from and to, both included, as people write them: "7–13 Nov 2026". */
export function formatDays(from: string, to: string): string {
  return from === to ? formatDay(to) : dayAndYearFormat.formatRange(toDate(from), toDate(to));
}

export type DayAndTime = { day: string; time: string };

const shortDay: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
const shortDayAndYear: Intl.DateTimeFormatOptions = { ...shortDay, year: "numeric" };
const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };
const full: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "shortOffset",
};

function yearOf(date: Date, timeZone: string): string {
  return format("year", timeZone, { year: "numeric" }, date);
}

/** Years of less than four digits look like days, and the one before the first like the first. */
function format(
  name: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  date: Date,
): string {
  const isEarly = options.year !== undefined && date.getTime() < yearThousandMs;
  const told: Intl.DateTimeFormatOptions = isEarly ? { ...options, era: "short" } : options;
  const key = `${name} ${told.year ?? ""} ${told.era ?? ""} ${timeZone}`;
  const kept = formats.get(key) ?? dateFormat({ ...told, timeZone });
  formats.set(key, kept);
  return kept.format(date);
}

const yearThousandMs = Date.parse("1000-01-01T00:00:00Z");

/** Bounded by the number of time zones that there are. */
const formats = new Map<string, ReturnType<typeof dateFormat>>();

/** An instant in full, in the viewer's zone. */
export function Instant({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {formatFull(at, timeZone)}
    </time>
  );
}

/** Day and time of an instant; on hover, and on paper, all of it. For the server, whose year it takes. */
export function ShortInstant({ at, timeZone }: { at: string; timeZone: string }) {
  const { day, time } = formatShort(at, timeZone, new Date());
  return (
    <time dateTime={at} title={formatFull(at, timeZone)} className="instant tabular-nums">
      <span>
        {day}, {time}
      </span>
    </time>
  );
}

type ListInstantProps = { at: string; timeZone: string; now: Date; className?: string };

/** Day and time of an instant in a list; on hover all of it. */
export function ListInstant({ at, timeZone, now, className = "" }: ListInstantProps) {
  const { day, time } = formatShort(at, timeZone, now);
  return (
    <time dateTime={at} title={formatFull(at, timeZone)} className={`tabular-nums ${className}`}>
      <span className="text-muted">{day}</span> {time}
    </time>
  );
}

/** Day and time of an instant in a zone, to the second: a log has several in a minute. */
export function formatMoment(instant: string, timeZone: string): { day: string; time: string } {
  const date = new Date(instant);
  return {
    day: format("log day", timeZone, shortDay, date),
    time: format("log time", timeZone, { timeStyle: "medium" }, date),
  };
}

/** The place of a zone: "Europe/Berlin" is "Berlin". */
export function zoneName(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}

/** Days from and to, both included, as a filter says them; null where neither is set. */
export function describeDays(
  from: string | null,
  to: string | null,
): { verb: string; value: string } | null {
  const t = formatTexts().days;
  if (from && to) {
    const value = from === to ? formatDay(from) : t.fromTo(formatDay(from), formatDay(to));
    return { verb: t.is, value };
  }
  if (from) return { verb: t.from, value: formatDay(from) };
  return to ? { verb: t.until, value: formatDay(to) } : null;
}

/** Days in few words: "14–20 Nov", "28 Oct – 3 Nov", "20 Nov"; the year where it isn't this one. */
export function formatDaySpan(
  { from, to }: { from: string; to: string },
  { now, timeZone }: Clock,
): string {
  const thisYear = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric" }).format(now);
  const isThisYear = [from, to].every((day) => day.startsWith(`${thisYear}-`));
  const format = isThisYear ? dayFormat : dayAndYearFormat;
  return from === to ? format.format(toDate(to)) : format.formatRange(toDate(from), toDate(to));
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", timeZone: "UTC" };
const dayFormat = dateFormat(options);
const dayAndYearFormat = dateFormat({ ...options, year: "numeric" });
