import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { readInstant } from "./read-instant";

const pad = (count: number, length = 2) => String(count).padStart(length, "0");
const number = (most: number) => fc.integer({ min: 0, max: most });

/** A date and a time in digits, most of which exist. */
const written = fc
  .record({
    year: fc.oneof(fc.integer({ min: 1_950, max: 2_050 }), fc.integer({ min: 1, max: 9_999 })),
    month: number(13),
    day: number(32),
    hour: number(24),
    minute: number(60),
    second: number(61),
    fraction: fc.stringMatching(/^\d{0,9}$/),
  })
  .map(({ year, month, day, hour, minute, second, fraction }) => ({
    date: `${pad(year, 4)}-${pad(month)}-${pad(day)}`,
    time: `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction && `.${fraction}`}`,
  }));

const offset = fc
  .record({ sign: fc.constantFrom("+", "-"), hours: number(24), minutes: number(60) })
  .map(({ sign, hours, minutes }) => `${sign}${pad(hours)}:${pad(minutes)}`);

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Africa/Casablanca",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/Caracas",
  "Antarctica/Troll",
];
/** Every few hours for years in which clocks were changed in many ways. */
const times = Array.from({ length: 12_000 }, (_, n) =>
  new Date(Date.UTC(2007, 0, 1) + n * 13_397_000).toISOString().slice(0, 19),
);

/** What the calendar says, with six decimals at most; null where it knows no such time. */
function ask(text: string, zone: string): string | null {
  try {
    const local = Temporal.PlainDateTime.from(text, { overflow: "reject" });
    const at = local.toZonedDateTime(zone).toInstant();
    const told = at.round({ smallestUnit: "microsecond", roundingMode: "trunc" }).toString();
    return /^(?!0000)\d/.test(told) ? told : null;
  } catch {
    return null;
  }
}

function toAt(text: string, timeZone = "UTC"): string | null {
  const read = readInstant(text, timeZone);
  return "at" in read ? read.at : null;
}

describe("an instant is the one of the calendar", () => {
  test("by its offset, however it is written", () => {
    fc.assert(
      fc.property(written, offset, fc.constantFrom("T", " ", "t"), ({ date, time }, zone, t) => {
        const expected = ask(`${date}T${time}`, zone);
        expect(toAt(`${date}${t}${time}${zone}`)).toBe(expected);
        expect(toAt(`${date}${t}${time} ${zone.replace(":", "")}`)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test("in UTC", () => {
    fc.assert(
      fc.property(written, fc.constantFrom("Z", "z", "UTC", " GMT", ""), ({ date, time }, zone) => {
        expect(toAt(`${date}T${time}${zone}`)).toBe(ask(`${date}T${time}`, "UTC"));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(zones)("in the zone that is assumed, also where clocks change: %s", (zone) => {
    for (const time of times) expect(toAt(time, zone), time).toBe(ask(time, zone));
  });

  test("in zones that take turns", () => {
    fc.assert(
      fc.property(written, fc.constantFrom(...zones), ({ date, time }, zone) => {
        expect(toAt(`${date} ${time}`, zone)).toBe(ask(`${date}T${time}`, zone));
        expect(toAt(`${date} ${time}[${zone}]`)).toBe(ask(`${date}T${time}`, zone));
      }),
      { numRuns: 2_000 },
    );
  });
});

test("what is no date and time is none in any zone", () => {
  const sign = fc.constantFrom(..."0123456789-+:.,TZ[] ");
  const noise = fc.string({ unit: sign, maxLength: 30 });
  fc.assert(
    fc.property(written, fc.nat(20), noise, fc.constantFrom(...zones), (text, at, some, zone) => {
      const whole = `${text.date}T${text.time}`;
      const read = readInstant(whole.slice(0, at) + some + whole.slice(at), zone);
      if ("fault" in read) expect(read.fault).not.toBe("");
      else expect(Temporal.Instant.from(read.at).toString()).toBe(read.at);
    }),
    { numRuns: 2_000 },
  );
});
