/** Day and time of an instant in a zone; the year only where it is not the present one. */
export function formatShort(instant: string, timeZone: string, now: Date): DayAndTime {
  const date = new Date(instant);
  const isThisYear = yearOf(date, timeZone) === yearOf(now, timeZone);
  return {
    day: formatter("day", timeZone, isThisYear ? shortDay : shortDayAndYear).format(date),
    time: formatter("time", timeZone, time).format(date),
  };
}

/** An instant in full, with its offset: "20 November 2026, 14:03:05 GMT+5:45". */
export function formatFull(instant: string, timeZone: string): string {
  return formatter("full", timeZone, full).format(new Date(instant));
}

/** A day (YYYY-MM-DD) as people write it. */
export function formatDay(day: string): string {
  return formatter("day", "UTC", shortDayAndYear).format(new Date(`${day}T00:00:00Z`));
}

export type DayAndTime = { day: string; time: string };

const shortDay: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
const shortDayAndYear: Intl.DateTimeFormatOptions = { ...shortDay, year: "numeric" };
const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const full: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZoneName: "shortOffset",
};

function yearOf(date: Date, timeZone: string): string {
  return formatter("year", timeZone, { year: "numeric" }).format(date);
}

/** Making a formatter costs more than fifty uses of it. */
function formatter(
  name: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${name} ${options.year ?? ""} ${timeZone}`;
  const kept = formatters.get(key) ?? new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
  formatters.set(key, kept);
  return kept;
}

/** Bounded by the number of time zones that there are. */
const formatters = new Map<string, Intl.DateTimeFormat>();
