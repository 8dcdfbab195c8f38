import { Temporal } from "temporal-polyfill";

type ReadInstant =
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
  const epoch = epochPattern.exec(written);
  if (epoch) return readEpoch(epoch);
  const iso = isoPattern.exec(written);
  const mail = iso ? null : readMailDate(written);
  const parts = iso ? toWrittenTime(iso) : mail;
  if (!parts) return { fault: unknownForm };
  if (parts.year === 0) return { fault: "has no year 0" };
  const clock = toClock(parts);
  if (!clock) return { fault: noSuchTime };
  if (parts.weekday && parts.weekday !== (clock.getUTCDay() || 7)) {
    return { fault: "names a day of the week that the date doesn't have" };
  }
  const read = place(clock.getTime(), parts, timeZone);
  if ("fault" in read || !mail) return read;
  const notice = `is written as in e-mail; taken as ${read.at}`;
  return { ...read, notices: [notice, ...read.notices], form: read.form ?? "one as in e-mail" };
}

const unknownForm = "must be a date and time such as 2026-11-20T10:00:00Z";
const noSuchTime = "is not a date and time that exists";
const outOfRange = "lies outside the years 1 to 9999 in UTC";
const mostCharacters = 200;
/** Year, month, day, hour, minute, second, fraction, zone, annotations. */
const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt]|\s+)(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9})\d*)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?\s*((?:\[!?[^\][]+\])*)$/iu;
const epochPattern = /^(\d{10}|\d{13})(?:\.(\d+))?$/;

function toWrittenTime(iso: RegExpExecArray): WrittenTime {
  const [zone, annotations] = [iso[8], iso[9]];
  const named = annotations?.match(/[^[\]!]+/g)?.find((annotation) => !annotation.includes("="));
  return {
    year: Number(iso[1]),
    month: Number(iso[2]),
    day: Number(iso[3]),
    hour: Number(iso[4]),
    minute: Number(iso[5]),
    second: Number(iso[6] ?? 0),
    fraction: iso[7] ?? "",
    offset: zone === undefined ? null : toOffset(zone),
    zone: named ?? null,
    weekday: null,
  };
}

function readEpoch([, whole = "", fraction = ""]: RegExpExecArray): ReadInstant {
  const unit = whole.length === 10 ? "seconds" : "milliseconds";
  const digits = whole + fraction;
  const at = write(Number(digits.slice(0, 10)) * 1_000, digits.slice(10));
  if (at === null) return { fault: outOfRange };
  const notice = `is taken as ${unit} since 1970: ${at}`;
  return { at, notices: [notice], form: `${unit} since 1970` };
}

/** The whole seconds that a clock shows, as if it showed UTC; null: none ever does. */
function toClock({ year, month, day, hour, minute, second }: WrittenTime): Date | null {
  const clock = new Date(0);
  clock.setUTCFullYear(year, month - 1, day);
  if (clock.getUTCMonth() !== month - 1 || clock.getUTCDate() !== day) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  // A leap second has no place in the calendar; it is the last second of its minute.
  clock.setUTCHours(hour, minute, Math.min(second, 59));
  return clock;
}

/** The instant that a time on the clock is, by its offset, by its zone, or in the zone assumed. */
function place(clockMs: number, written: WrittenTime, timeZone: string): ReadInstant {
  const { offset, zone, fraction } = written;
  if (offset === null) return takeIn(clockMs, fraction, zone ?? timeZone, zone === null);
  const offsetMinutes = toMinutes(offset);
  if (offsetMinutes === null) return { fault: noSuchTime };
  const instantMs = clockMs - offsetMinutes * 60_000;
  const at = write(instantMs, fraction);
  if (at === null) return { fault: outOfRange };
  const notices: string[] = [];
  // RFC 9557: a Z says nothing of the offset in the zone.
  if (zone && offset !== "UTC") {
    const there = offsetIn(zone, instantMs);
    if (there === null) notices.push(`names a zone that isn't known; taken by its offset`);
    else if (there !== offsetMinutes) {
      return {
        fault: `has the offset ${offset}, which isn't that of ${zone}; one of them must go`,
      };
    }
  }
  return { at, notices, form: null };
}

function takeIn(clockMs: number, fraction: string, zone: string, isAssumed: boolean): ReadInstant {
  const found = findIn(zone, clockMs);
  if (!found) return { fault: noSuchTime };
  const at = write(found.instantMs, fraction);
  if (at === null) return { fault: outOfRange };
  const notices = isAssumed ? [`carries no zone; taken in ${zone}`] : [];
  if (found.change) {
    const isTwice = found.change === "comes twice";
    const which = isTwice ? "the first is" : "the hour after it is";
    notices.push(`${found.change} in ${zone}, where clocks change; ${which} taken: ${at}`);
  }
  return { at, notices, form: isAssumed ? "one without a zone" : null };
}

type FoundInstant = { instantMs: number; change: "comes twice" | "is left out" | null };

/** Null: the zone isn't known. */
function findIn(zone: string, clockMs: number): FoundInstant | null {
  if (zone === stretch.zone) {
    const instantMs = clockMs - stretch.offsetMs;
    if (instantMs > stretch.fromMs && instantMs < stretch.toMs) return { instantMs, change: null };
  }
  try {
    const local = Temporal.PlainDateTime.from(new Date(clockMs).toISOString().slice(0, 19));
    const [earlier, later] = (["earlier", "later"] as const).map((disambiguation) =>
      local.toZonedDateTime(zone, { disambiguation }),
    ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
    stretch = stretchAround(zone, earlier);
    const isTwice = earlier.toPlainDateTime().equals(local);
    // In an hour that is left out, clocks have gone on: the later one is what they show then.
    const { epochMilliseconds: instantMs } = isTwice ? earlier : later;
    const change = isTwice ? "comes twice" : "is left out";
    return { instantMs, change: earlier.equals(later) ? null : change };
  } catch {
    return null;
  }
}

/** Times so far from any change of a zone's clocks that what they show is one instant only. */
type Stretch = { zone: string; offsetMs: number; fromMs: number; toMs: number };

/** The last that was looked for: finding an instant in a zone takes much longer than this. */
let stretch: Stretch = { zone: "UTC", offsetMs: 0, fromMs: -Infinity, toMs: Infinity };

function stretchAround(zone: string, instant: Temporal.ZonedDateTime): Stretch {
  // Clocks change at a whole second, which is none of the changes beside it.
  const within = instant.add({ nanoseconds: 1 });
  const [before, after] = (["previous", "next"] as const).map(
    (direction) => within.getTimeZoneTransition(direction)?.epochMilliseconds,
  );
  return {
    zone,
    offsetMs: within.offsetNanoseconds / 1e6,
    fromMs: (before ?? -Infinity) + widestChangeMs,
    toMs: (after ?? Infinity) - widestChangeMs,
  };
}

/** No clock has gone on or back by more. */
const widestChangeMs = 2 * 24 * 3_600_000;

/** In minutes; null: the zone isn't known. */
function offsetIn(zone: string, instantMs: number): number | null {
  try {
    const instant = Temporal.Instant.fromEpochMilliseconds(instantMs);
    return Math.round(instant.toZonedDateTimeISO(zone).offsetNanoseconds / 60e9);
  } catch {
    return null;
  }
}

/** Null: a zone leads out of the years that four digits can write. */
function write(instantMs: number, fraction: string): string | null {
  const at = new Date(instantMs).toISOString();
  if (at.length > mostWritable || at.startsWith("0000")) return null;
  const shown = fraction.slice(0, 6).replace(/0+$/, "");
  return `${at.slice(0, 19)}${shown && `.${shown}`}Z`;
}

const mostWritable = "9999-12-31T23:59:59.999Z".length;

function toOffset(zone: string): string {
  if (!/\d/.test(zone)) return "UTC";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** Null: no clock differs by that much. */
function toMinutes(offset: string): number | null {
  if (offset === "UTC") return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4))];
  if (hours > 23 || minutes > 59) return null;
  return (offset.startsWith("-") ? -1 : 1) * (60 * hours + minutes);
}

/** A time as it was written, before anybody knows whether it exists. */
type WrittenTime = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** Digits behind the point. */
  fraction: string;
  /** `UTC` or `+05:45`; null: none was written. */
  offset: string | null;
  /** The name of a time zone. */
  zone: string | null;
  /** From 1 for Monday to 7. */
  weekday: number | null;
};

/** The parts of a date of e-mail and HTTP (RFC 5322), `Fri, 20 Nov 2026 10:00:00 +0000`. */
function readMailDate(text: string): WrittenTime | null {
  const match = pattern.exec(text.toLowerCase());
  if (!match?.groups) return null;
  const { weekday, day, month = "", year, hour, minute, second = "0", zone } = match.groups;
  return {
    year: Number(year),
    month: months.indexOf(month) + 1,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    fraction: "",
    offset: zone === undefined ? null : toMailOffset(zone),
    zone: null,
    weekday: weekday === undefined ? null : weekdays.indexOf(weekday) + 1,
  };
}

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Those that the standard names. */
const hoursBehind = new Map([
  ["edt", 4],
  ["est", 5],
  ["cdt", 5],
  ["cst", 6],
  ["mdt", 6],
  ["mst", 7],
  ["pdt", 7],
  ["pst", 8],
]);
const pattern = new RegExp(
  [
    `^(?:(?<weekday>${weekdays.join("|")}),?\\s+)?`,
    `(?<day>\\d{1,2})\\s+(?<month>${months.join("|")})\\s+(?<year>\\d{4})\\s+`,
    "(?<hour>\\d{2}):(?<minute>\\d{2})(?::(?<second>\\d{2}))?",
    `(?:\\s+(?<zone>[+-]\\d{4}|utc?|gmt|z|${[...hoursBehind.keys()].join("|")}))?`,
    "(?:\\s*\\([^()]*\\))?$",
  ].join(""),
);

function toMailOffset(zone: string): string {
  const hours = hoursBehind.get(zone);
  if (hours !== undefined) return `-0${hours}:00`;
  return /\d/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : "UTC";
}
