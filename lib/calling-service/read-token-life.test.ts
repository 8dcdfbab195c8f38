import { afterEach, describe, expect, test } from "vitest";
import { readTokenLife } from "./request-token";

const dateHeader = "Fri, 20 Nov 2026 10:00:00 GMT";
const clock = { timeZone: undefined, dateHeader, localMs: Date.UTC(2026, 10, 20, 10) };
const hour = 3_600_000;

describe("a time without a zone", () => {
  test("is UTC when the zone isn't known", () => {
    expect(readTokenLife("2026-11-20 11:00:00", clock)).toBe(hour);
  });

  test("counts as 5 minutes when that gives an unlikely life", () => {
    for (const text of ["2026-11-20 10:00:59", "2026-11-20 04:30:00", "2026-11-21 10:00:01"]) {
      expect(readTokenLife(text, clock)).toBe(300_000);
    }
    expect(readTokenLife("2026-11-20 10:01:00", clock)).toBe(60_000);
    expect(readTokenLife("2026-11-21 10:00:00", clock)).toBe(24 * hour);
  });

  test("counts as 5 minutes when there is no Date to compare it with", () => {
    for (const header of [undefined, "", "yesterday", "Fri, 20 Nov 2026 10:00:00 +0545"]) {
      const reading = { ...clock, dateHeader: header };
      expect(readTokenLife("2026-11-20 11:00:00", reading)).toBe(300_000);
    }
  });

  test("is of the zone that is set, whatever its length", () => {
    const inKathmandu = { ...clock, timeZone: "Asia/Kathmandu" };
    expect(readTokenLife("2026-11-20 16:45:00", inKathmandu)).toBe(hour);
    expect(readTokenLife("2026-11-20 15:45:30", inKathmandu)).toBe(30_000);
    expect(readTokenLife("2026-11-27 15:45:00", inKathmandu)).toBe(7 * 24 * hour);
    expect(readTokenLife("2026-11-20 15:44:00", inKathmandu)).toBe(300_000);
  });

  test("falls back on the local clock when the zone is set and the Date is missing", () => {
    const reading = { ...clock, timeZone: "Europe/Berlin", dateHeader: undefined };
    expect(readTokenLife("2026-11-20 12:00:00", reading)).toBe(hour);
  });
});

describe("in Berlin", () => {
  const berlin = (header: string) => ({ ...clock, timeZone: "Europe/Berlin", dateHeader: header });

  test("the hour that happens twice means the one that isn't over", () => {
    const firstPass = berlin("Sun, 25 Oct 2026 00:00:00 GMT");
    const secondPass = berlin("Sun, 25 Oct 2026 01:00:00 GMT");
    expect(readTokenLife("2026-10-25 02:30:00", firstPass)).toBe(hour / 2);
    expect(readTokenLife("2026-10-25 02:30:00", secondPass)).toBe(hour / 2);
  });

  test("the hour that never happens doesn't lengthen a life", () => {
    expect(readTokenLife("2026-03-29 03:30:00", berlin("Sun, 29 Mar 2026 00:30:00 GMT"))).toBe(
      hour,
    );
    expect(readTokenLife("2026-03-29 02:30:00", berlin("Sun, 29 Mar 2026 00:00:00 GMT"))).toBe(
      hour / 2,
    );
  });
});

test("a time with a zone is taken as it is", () => {
  for (const text of [
    "2026-11-20T11:00:00Z",
    "2026-11-20T11:00:00.000Z",
    "2026-11-20 11:00:00Z",
    "2026-11-20T16:45:00+05:45",
    " 2026-11-20T06:00:00-05:00 ",
  ]) {
    expect(readTokenLife(text, { ...clock, timeZone: "Asia/Tokyo" }), text).toBe(hour);
  }
  expect(readTokenLife("2026-11-20T09:00:00Z", clock)).toBe(300_000);
});

test("what is no time is undefined", () => {
  for (const text of ["", "soon", "2026-02-30 10:00:00", "20/11/2026", "1795171200", "Infinity"]) {
    expect(readTokenLife(text, clock), text).toBeUndefined();
  }
});

describe("the zone of the process", () => {
  const original = process.env.TZ;
  afterEach(() => {
    process.env.TZ = original;
  });

  test("has no say", () => {
    for (const zone of ["UTC", "Pacific/Kiritimati", "America/New_York", "Asia/Kathmandu"]) {
      process.env.TZ = zone;
      expect(readTokenLife("2026-11-20 11:00:00", clock), zone).toBe(hour);
    }
  });
});
