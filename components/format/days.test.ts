import { expect, it } from "vitest";
import { formatDaySpan } from "./days";

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
