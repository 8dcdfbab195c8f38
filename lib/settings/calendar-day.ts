import { Temporal } from "temporal-polyfill";

/** A day (YYYY-MM-DD) that exists, from the year 1000 on; undefined for anything else. */
export function parseDay(value: string): string | undefined {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined;
}

/** Where a day begins in a zone, some days later; null past the year 9999. */
export function startOfDay(
  day: string,
  timeZone: string,
  daysLater: number,
): Temporal.Instant | null {
  const date = Temporal.PlainDate.from(day).add({ days: daysLater });
  return date.year > 9999 ? null : date.toZonedDateTime(timeZone).toInstant();
}
