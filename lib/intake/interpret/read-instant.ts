import { Temporal } from "temporal-polyfill";

export type ReadInstant =
  /** ISO 8601 in UTC with up to six decimals; `assumed` names the zone that was filled in. */
  { at: string; assumed: string | null } | { fault: string };

/** Reads a date-time. One without a zone is taken in `timeZone`; a date that doesn't exist is a fault. */
export function readInstant(text: string, timeZone: string): ReadInstant {
  const match = pattern.exec(text.trim());
  if (!match?.groups) return { fault: "must be a date and time such as 2026-11-20T10:00:00Z" };
  const { year, month, day, hour, minute, second = "0", fraction = "", zone } = match.groups;
  if (year === "0000") return { fault: "has no year 0" };
  try {
    const local = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour),
        minute: Number(minute),
        // A leap second has no place in the calendar; it is the last second of its minute.
        second: Math.min(Number(second), Number(second) === 60 ? 59 : 99),
        millisecond: Number(fraction.padEnd(6, "0").slice(0, 3)),
        microsecond: Number(fraction.padEnd(6, "0").slice(3, 6)),
      },
      { overflow: "reject" },
    );
    const assumed = zone ? null : timeZone;
    const at = local
      .toZonedDateTime(zone ? toOffset(zone) : timeZone)
      .toInstant()
      .toString();
    // The zone may lead out of the years that four digits can write.
    const isWritable = /^\d/.test(at) && !at.startsWith("0000");
    return isWritable ? { at, assumed } : { fault: "lies outside the years 1 to 9999 in UTC" };
  } catch {
    return { fault: "is not a date and time that exists" };
  }
}

const pattern =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[Tt]|\s+)(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9})\d*)?)?\s*(?<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/iu;

function toOffset(zone: string): string {
  if (!/\d/.test(zone)) return "UTC";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
