import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, test } from "vitest";
import Calendar from "./calendar";

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2200-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

type Cell = { name: string; number: string; isChosen: boolean; isToday: boolean };

/** Of the month of a day that is chosen alone. */
function drawMonth(from: string, { to = from, today = "2026-11-26" } = {}) {
  const html = renderToStaticMarkup(
    <Calendar from={from} to={to} today={today} onChoose={() => undefined} />,
  );
  const weeks = html.split("<tbody")[1]?.split("<tr").slice(1) ?? [];
  const [weekdays = ""] = html.split("<tbody");
  const cells = weeks.map((week) => week.split("<td").slice(1).map(readCell));
  return {
    weekdays: [...weekdays.matchAll(/<th [^>]*>([^<]*)/g)].map(([, name]) => name),
    cells,
    days: cells.flat().filter((cell) => cell !== null),
    buttons: [...html.matchAll(/<button[^>]*title="[^"]*"[^>]*>/g)].map(([button]) => button),
  };
}

/** Null where there is no day. */
function readCell(cell: string): Cell | null {
  const name = /<button[^>]* aria-label="([^"]*)"/.exec(cell)?.[1];
  if (name === undefined) return null;
  return {
    name,
    number: /<button[^>]*>(\d+)</.exec(cell)?.[1] ?? "",
    isChosen: /^[^>]*aria-selected="true"/.test(cell),
    isToday: /aria-current="date"/.test(cell),
  };
}

function nameOf(day: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}

const addDays = (one: string, days: number) =>
  new Date(Date.parse(one) + days * 86_400_000).toISOString().slice(0, 10);

describe("a month", () => {
  it("begins on Monday and runs over both ends", () => {
    const { weekdays, cells } = drawMonth("2026-11-20");
    expect(weekdays).toEqual(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]);
    expect(cells).toHaveLength(6);
    expect(cells[0]?.map((cell) => cell?.name)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((days) => nameOf(addDays("2026-10-26", days))),
    );
    expect(cells[0]?.map((cell) => cell?.number)).toEqual([
      "26",
      "27",
      "28",
      "29",
      "30",
      "31",
      "1",
    ]);
    expect(cells.at(-1)?.at(-1)?.name).toBe(nameOf("2026-12-06"));
  });

  test("is whole, in 42 days that follow each other", () => {
    fc.assert(
      fc.property(day, (one) => {
        const names = drawMonth(one).days.map(({ name }) => name);
        const first = `${one.slice(0, 7)}-01`;
        const before = (new Date(first).getUTCDay() + 6) % 7;
        const days = Array.from({ length: 42 }, (_, index) => addDays(first, index - before));
        expect(names).toEqual(days.map(nameOf));
      }),
      { numRuns: 40 },
    );
  });

  it("shows what is chosen, and today", () => {
    const { days } = drawMonth("2026-11-19", { to: "2026-11-22", today: "2026-11-30" });
    const chosen = days.filter(({ isChosen }) => isChosen);
    expect(chosen.map(({ number }) => number)).toEqual(["19", "20", "21", "22"]);
    expect(days.filter(({ isToday }) => isToday).map(({ name }) => name)).toEqual([
      nameOf("2026-11-30"),
    ]);
  });
});

describe("the ends of the calendar", () => {
  it("has no day past the last one, and turns no further", () => {
    const { cells, days, buttons } = drawMonth("9999-12-31");
    expect(days.at(-1)?.name).toBe(nameOf("9999-12-31"));
    expect(days).toHaveLength(33);
    expect(cells.flat()).toHaveLength(42);
    const isDisabled = buttons.map((button) => button.includes('aria-disabled="true"'));
    expect(isDisabled).toEqual([false, true]);
  });

  it("begins with the year 1", () => {
    const { days, buttons } = drawMonth("0001-01-20");
    expect(days[0]?.name).toBe(nameOf("0001-01-01"));
    expect(days).toHaveLength(42);
    const isDisabled = buttons.map((button) => button.includes('aria-disabled="true"'));
    expect(isDisabled).toEqual([true, false]);
  });
});

describe("where a clock goes", () => {
  const zone = process.env.TZ;
  afterEach(() => {
    process.env.TZ = zone;
  });

  test.each([
    ["America/Sao_Paulo", "2018-11-04", "a day without a midnight"],
    ["Pacific/Auckland", "2026-04-05", "a day of 25 hours"],
    ["Africa/Monrovia", "1972-01-07", "an offset of minutes and seconds"],
  ])("in %s %s is shown as everywhere (%s)", (timeZone, one) => {
    const elsewhere = drawMonth(one, { today: one });
    process.env.TZ = timeZone;
    expect(drawMonth(one, { today: one })).toEqual(elsewhere);
    expect(elsewhere.days.filter(({ isToday, isChosen }) => isToday && isChosen)).toMatchObject([
      { name: nameOf(one) },
    ]);
  });
});
