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
