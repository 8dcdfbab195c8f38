import { describe, expect, it } from "vitest";
import { formatDay, formatDaySpan, formatDays, formatFull, formatShort } from "./dates";

const now = new Date("2026-11-20T12:00:00Z");

describe("formatShort", () => {
  it("shows day and time in the viewer's zone, not in the server's", () => {
    expect(formatShort("2026-11-20T20:30:00Z", "UTC", now)).toEqual({
      day: "20 Nov",
      time: "20:30",
    });
    expect(formatShort("2026-11-20T20:30:00Z", "Asia/Tokyo", now)).toEqual({
      day: "21 Nov",
      time: "05:30",
    });
  });

  it("adds the year where it is another one in that zone", () => {
    expect(formatShort("2025-12-31T23:30:00Z", "UTC", now).day).toBe("31 Dec 2025");
    expect(formatShort("2025-12-31T23:30:00Z", "Asia/Tokyo", now).day).toBe("1 Jan");
  });

  it("counts the hours of a day from 0 to 23", () => {
    expect(formatShort("2026-11-20T00:05:00Z", "UTC", now).time).toBe("00:05");
  });
});

describe("formatFull", () => {
  it("names the offset that held at that instant", () => {
    expect(formatFull("2026-07-01T10:00:00Z", "Europe/Berlin")).toBe(
      "1 July 2026 at 12:00:00 GMT+2",
    );
    expect(formatFull("2026-12-01T10:00:00Z", "Europe/Berlin")).toBe(
      "1 December 2026 at 11:00:00 GMT+1",
    );
  });
});

describe("formatDay", () => {
  it("keeps the day whatever the zone of the server", () => {
    expect(formatDay("2026-11-01")).toBe("1 Nov 2026");
  });

  it("tells several days with their year", () => {
    expect(formatDays("2026-11-07", "2026-11-13")).toBe("7–13 Nov 2026");
    expect(formatDays("2026-11-07", "2026-11-07")).toBe("7 Nov 2026");
  });
});

const clock = { now: new Date("2026-11-20T12:00:00Z"), timeZone: "UTC" };

it.each([
  ["2026-11-14", "2026-11-20", "14–20 Nov"],
  ["2026-10-28", "2026-11-03", "28 Oct – 3 Nov"],
  ["2026-11-20", "2026-11-20", "20 Nov"],
  ["2025-12-30", "2026-01-02", "30 Dec 2025 – 2 Jan 2026"],
  ["2025-03-01", "2025-03-31", "1–31 Mar 2025"],
])("%s to %s is %s", (from, to, words) => {
  expect(formatDaySpan({ from, to }, clock)).toBe(words);
});

it("takes the year of the viewer's zone", () => {
  const newYear = { now: new Date("2026-12-31T20:00:00Z"), timeZone: "Asia/Tokyo" };
  expect(formatDaySpan({ from: "2027-01-01", to: "2027-01-01" }, newYear)).toBe("1 Jan");
});
