import { Temporal } from "temporal-polyfill";

/** The days that are written with four digits of the year. */
export const firstDay = "0001-01-01";
export const lastDay = "9999-12-31";

/** A day (YYYY-MM-DD) that exists, of the years 1 to 9999; undefined for anything else. */
export function parseDay(value: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < firstDay) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined;
}

/**
 * Where days begin and end in a zone: `startAt` is included, `endAt` is not. Null is open, as are
 * the first and the last day of all: in some zones a call of theirs lies in the year before or after.
 */
export function toInstants(
  { from, to }: { from: string | null; to: string | null },
  timeZone: string,
): { startAt: Temporal.Instant | null; endAt: Temporal.Instant | null } {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
  return {
    startAt: from === null || from === firstDay ? null : startOf(Temporal.PlainDate.from(from)),
    endAt:
      to === null || to === lastDay ? null : startOf(Temporal.PlainDate.from(to).add({ days: 1 })),
  };
}

/** So many days later, or before: within the years 1 to 9999. */
export function shiftDay(day: string, days: number): string {
  const shifted = new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString();
  if (shifted.startsWith("+")) return lastDay;
  return shifted.startsWith("-") || shifted < firstDay ? firstDay : shifted.slice(0, 10);
}

/** How many days later one is than another. */
export function daysBetween(day: string, later: string): number {
  return (Date.parse(`${later}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / dayMs;
}

const dayMs = 86_400_000;
