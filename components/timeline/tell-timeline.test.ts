import { expect, it } from "vitest";
import { describeOutliers, tellDays, tellOutliers } from "./tell-timeline";

it.each([
  ["2026-11-20", "2026-11-20", "20 Nov 2026"],
  ["2026-11-16", "2026-11-22", "16 Nov 2026 – 22 Nov 2026"],
  ["2026-11-01", "2026-11-30", "Nov 2026"],
  ["2026-01-01", "2026-03-31", "Jan 2026 – Mar 2026"],
  ["2026-01-01", "2026-12-31", "2026"],
  ["2020-01-01", "2029-12-31", "2020 – 2029"],
  ["0001-01-01", "0099-12-31", "1 AD – 99 AD"],
  ["9999-12-31", "9999-12-31", "31 Dec 9999"],
])("the days from %s to %s are %j", (from, to, told) => {
  expect(tellDays({ from, to })).toBe(told);
});

it("says how many calls lie beyond, and when", () => {
  const one = { count: 1, from: "9999-12-31", to: "9999-12-31" };
  expect(tellOutliers(one, "later")).toEqual(["1 later", "9999"]);
  expect(describeOutliers(one, "later")).toBe("1 call later: 31 Dec 9999");
  const many = { count: 1_200, from: "0001-01-01", to: "1971-12-31" };
  expect(tellOutliers(many, "earlier")).toEqual(["1,200 earlier", "1 AD – 1971"]);
});
