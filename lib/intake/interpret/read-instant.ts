import { Temporal } from "temporal-polyfill";
import { readMailDate, type WrittenTime } from "./read-mail-date";

export type ReadInstant =
  /**
   * ISO 8601 in UTC with up to six decimals; what had to be assumed; and the form, where it isn't a
   * date and time with a zone.
   */
  { at: string; notices: string[]; form: string | null } | { fault: string };

/**
 * Reads a date-time: as ISO 8601 or RFC 9557, as in e-mail, or as seconds or milliseconds since 1970.
 * One without a zone is taken in `timeZone`; a date that doesn't exist is a fault.
 */
export function readInstant(text: string, timeZone: string): ReadInstant {
  const written = text.trim();
  if (written.length > mostCharacters) return { fault: unknownForm };
  const epoch = epochPattern.exec(written)?.groups;
  if (epoch) return readEpoch(epoch);
  const iso = isoPattern.exec(written)?.groups;
  const mail = iso ? null : readMailDate(written);
  const parts = iso ? toWrittenTime(iso) : mail;
  if (!parts) return { fault: unknownForm };
  if (parts.year === 0) return { fault: "has no year 0" };
  try {
    const local = toLocal(parts);
    if (parts.weekday && parts.weekday !== local.dayOfWeek) {
      return { fault: "names a day of the week that the date doesn't have" };
    }
    const read = place(local, parts, timeZone);
    if ("fault" in read || !mail) return read;
    const notice = `is written as in e-mail; taken as ${read.at}`;
    return { ...read, notices: [notice, ...read.notices], form: read.form ?? "one as in e-mail" };
  } catch {
    return { fault: "is not a date and time that exists" };
  }
}

const unknownForm = "must be a date and time such as 2026-11-20T10:00:00Z";
const mostCharacters = 200;
const isoPattern =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[Tt]|\s+)(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9})\d*)?)?\s*(?<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?\s*(?<annotations>(?:\[!?[^\][]+\])*)$/iu;
const epochPattern = /^(?<whole>\d{10}|\d{13})(?:\.(?<fraction>\d+))?$/;

function toWrittenTime(iso: Record<string, string>): WrittenTime {
  const { year, month, day, hour, minute, second = "0", fraction = "", zone, annotations } = iso;
  const named = annotations?.match(/[^[\]!]+/g)?.find((annotation) => !annotation.includes("="));
  return {
    ...{ year: Number(year), month: Number(month), day: Number(day) },
    ...{ hour: Number(hour), minute: Number(minute), second: Number(second), fraction },
    offset: zone === undefined ? null : toOffset(zone),
    zone: named ?? null,
    weekday: null,
  };
}

function readEpoch({ whole = "", fraction = "" }: Record<string, string>): ReadInstant {
  const isSeconds = whole.length === 10;
  const digits = isSeconds ? 6 : 3;
  const microseconds = BigInt(whole + fraction.padEnd(digits, "0").slice(0, digits));
  const at = Temporal.Instant.fromEpochNanoseconds(microseconds * 1_000n).toString();
  const unit = isSeconds ? "seconds" : "milliseconds";
  const notice = `is taken as ${unit} since 1970: ${at}`;
  return { at, notices: [notice], form: `${unit} since 1970` };
}

function toLocal(parts: WrittenTime): Temporal.PlainDateTime {
  const { year, month, day, hour, minute, second } = parts;
  const fraction = parts.fraction.padEnd(6, "0");
  return Temporal.PlainDateTime.from(
    {
      ...{ year, month, day, hour, minute },
      // A leap second has no place in the calendar; it is the last second of its minute.
      second: second === 60 ? 59 : second,
      millisecond: Number(fraction.slice(0, 3)),
      microsecond: Number(fraction.slice(3, 6)),
    },
    { overflow: "reject" },
  );
}

/** The instant that a time on the clock is, by its offset, by its zone, or in the zone assumed. */
function place(
  local: Temporal.PlainDateTime,
  { offset, zone }: WrittenTime,
  timeZone: string,
): ReadInstant {
  if (offset === null) return zone ? takeIn(local, zone, null) : takeIn(local, timeZone, timeZone);
  const instant = local.toZonedDateTime(offset).toInstant();
  const at = toWritable(instant);
  if (at === null) return { fault: outOfRange };
  const notices: string[] = [];
  // RFC 9557: a Z says nothing of the offset in the zone.
  if (zone && offset !== "UTC") {
    const there = offsetIn(zone, instant);
    if (there === null) notices.push(`names a zone that isn't known; taken by its offset`);
    else if (there !== offsetIn(offset, instant)) {
      return {
        fault: `has the offset ${offset}, which isn't that of ${zone}; one of them must go`,
      };
    }
  }
  return { at, notices, form: null };
}

const outOfRange = "lies outside the years 1 to 9999 in UTC";

function takeIn(local: Temporal.PlainDateTime, zone: string, assumed: string | null): ReadInstant {
  const [earlier, later] = (["earlier", "later"] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  );
  if (!earlier || !later) return { fault: unknownForm };
  const isTwice = earlier.toPlainDateTime().equals(local);
  // In an hour that is left out, clocks have gone on: the later one is what they show then.
  const at = toWritable((isTwice ? earlier : later).toInstant());
  if (at === null) return { fault: outOfRange };
  const notices = assumed ? [`carries no zone; taken in ${assumed}`] : [];
  if (!earlier.equals(later)) {
    const what = isTwice ? "comes twice" : "is left out";
    const which = isTwice ? "the first is" : "the hour after it is";
    notices.push(`${what} in ${zone}, where clocks change; ${which} taken: ${at}`);
  }
  return { at, notices, form: assumed ? "one without a zone" : null };
}

/** In minutes; null: the zone isn't known. */
function offsetIn(zone: string, instant: Temporal.Instant): number | null {
  try {
    return Math.round(instant.toZonedDateTimeISO(zone).offsetNanoseconds / 60e9);
  } catch {
    return null;
  }
}

/** The zone may lead out of the years that four digits can write. */
function toWritable(instant: Temporal.Instant): string | null {
  const at = instant.toString();
  return /^\d/.test(at) && !at.startsWith("0000") ? at : null;
}

function toOffset(zone: string): string {
  if (!/\d/.test(zone)) return "UTC";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
