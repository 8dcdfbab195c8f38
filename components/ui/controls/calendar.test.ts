import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { shiftMonths, startOfWeek, stepByKey, toMonthWeeks } from "./calendar";

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2200-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("toMonthWeeks", () => {
  it("begins on Monday and runs over both ends", () => {
    const weeks = toMonthWeeks("2026-11-20");
    expect(weeks[0]).toEqual([
      ...["2026-10-26", "2026-10-27", "2026-10-28", "2026-10-29", "2026-10-30", "2026-10-31"],
      "2026-11-01",
    ]);
    expect(weeks.at(-1)?.at(-1)).toBe("2026-12-06");
  });

  test("every month is whole, in 42 days that follow each other", () => {
    fc.assert(
      fc.property(day, (one) => {
        const days = toMonthWeeks(one).flat();
        expect(days).toHaveLength(42);
        expect(new Set(days).size).toBe(42);
        expect(days.toSorted()).toEqual(days);
        expect(days).toContain(`${one.slice(0, 7)}-01`);
        expect(days).toContain(shiftMonths(`${one.slice(0, 7)}-31`, 0));
        expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(1);
      }),
    );
  });
});

describe("the ends of the calendar", () => {
  it("has no day past the last one, and turns no further", () => {
    const days = toMonthWeeks("9999-12-31").flat();
    expect(days.filter((one) => one !== null).at(-1)).toBe("9999-12-31");
    expect(days).toHaveLength(42);
    expect(shiftMonths("9999-12-05", 1)).toBe("9999-12-31");
    expect(shiftMonths("9999-12-05", -1)).toBe("9999-11-05");
    expect(stepByKey("9999-12-31", "PageDown", true)).toBeNull();
  });

  it("begins with the year 1", () => {
    expect(toMonthWeeks("0001-01-20").flat()[0]).toBe("0001-01-01");
    expect(shiftMonths("0001-01-20", -1)).toBe("0001-01-01");
    expect(stepByKey("0001-01-01", "ArrowLeft", false)).toBeNull();
  });
});

describe("shiftMonths", () => {
  it.each([
    ["2026-03-31", -1, "2026-02-28"],
    ["2028-03-31", -1, "2028-02-29"],
    ["2026-12-15", 1, "2027-01-15"],
    ["2026-01-31", -1, "2025-12-31"],
    ["2028-02-29", 12, "2029-02-28"],
  ])("%s and %d months is %s", (from, months, to) => {
    expect(shiftMonths(from, months)).toBe(to);
  });
});

describe("stepByKey", () => {
  it.each([
    ["ArrowLeft", "2026-11-19"],
    ["ArrowRight", "2026-11-21"],
    ["ArrowUp", "2026-11-13"],
    ["ArrowDown", "2026-11-27"],
    ["Home", "2026-11-16"],
    ["End", "2026-11-22"],
    ["PageUp", "2026-10-20"],
    ["PageDown", "2026-12-20"],
  ])("%s leads from a Friday to %s", (key, to) => {
    expect(stepByKey("2026-11-20", key, false)).toBe(to);
  });

  it("goes by years with Shift, nowhere by other keys, and not past the last day there is", () => {
    expect(stepByKey("2026-11-20", "PageUp", true)).toBe("2025-11-20");
    expect(stepByKey("2026-11-20", "a", false)).toBeNull();
    expect(stepByKey("9999-12-31", "ArrowRight", false)).toBeNull();
  });

  test("a week begins on the Monday that is not after it", () => {
    fc.assert(
      fc.property(day, (one) => {
        const days = (Date.parse(one) - Date.parse(startOfWeek(one))) / 86_400_000;
        expect(days).toBeGreaterThanOrEqual(0);
        expect(days).toBeLessThan(7);
      }),
    );
  });
});
