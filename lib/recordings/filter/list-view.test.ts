import fc from "fast-check";
import { expect, test } from "vitest";
import {
  allTimes,
  densities,
  isUsual,
  listColumns,
  parseTableView,
  readLastVisit,
  writeTableView,
  writeVisit,
} from "./list-view";

const plain = {
  density: "comfortable",
  times: "absolute",
  hasDividers: false,
  columns: null,
  widths: {},
};

test("what was written is read again", () => {
  const view = fc.record({
    density: fc.constantFrom(...densities),
    times: fc.constantFrom(...allTimes),
    hasDividers: fc.boolean(),
    columns: fc.option(
      fc.shuffledSubarray([...listColumns]).filter((some) => some.includes("customer")),
    ),
    widths: fc.dictionary(fc.constantFrom(...listColumns), fc.integer({ min: 56, max: 800 }), {
      noNullPrototype: true,
    }),
  });
  fc.assert(
    fc.property(view, ({ columns, ...rest }) => {
      const written = { ...rest, columns: columns && isUsual(columns) ? null : columns };
      const text = writeTableView(written);
      expect(text).toMatch(/^[\w=&%]*$/);
      expect(parseTableView(text)).toEqual(written);
    }),
  );
});

test("whatever anybody wrote into the cookie is harmless", () => {
  const pieces = [
    "density=",
    "compact",
    "times=",
    "relative",
    "dividers=",
    "days",
    "columns=",
    "widths=",
    "id",
    "customer",
    "_",
    "99",
    "1000",
    ",",
    "&",
    "=",
    "%",
    "%2C",
    ";",
    "\0",
    "é",
    "<",
    "__proto__",
    " ",
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 });
  fc.assert(
    fc.property(text, (written) => {
      const view = parseTableView(written.join(""));
      expect(parseTableView(writeTableView(view))).toEqual(view);
    }),
    { numRuns: 1_000 },
  );
  expect(parseTableView("widths=customer_9,status_9999,x_100,id_100;}")).toEqual(plain);
  expect(parseTableView("widths=customer_10,status_999").widths).toEqual({
    customer: 56,
    status: 800,
  });
  expect(parseTableView(`density=compact&columns=${"id,".repeat(400)}`)).toEqual(plain);
});

const at = Date.parse("2026-11-20T10:00:00Z");
const minute = 60_000;

test("a visit goes on until nobody has looked for half an hour", () => {
  const first = writeVisit("a.b c", at, null);
  expect(readLastVisit(first, "a.b c", at + 29 * minute)).toBeNull();
  expect(readLastVisit(first, "a.b c", at + 31 * minute)).toBe(at);
  const second = writeVisit("a.b c", at + 60 * minute, at);
  expect(readLastVisit(second, "a.b c", at + 70 * minute)).toBe(at);
  expect(readLastVisit(second, "a.b c", at + 120 * minute)).toBe(at + 60 * minute);
});

test.each([
  undefined,
  "",
  "a",
  "a..",
  "a.x.1",
  "b.1.1",
  "a.9999999999999999.1",
  `a.${at + 60 * minute}.1`,
])("%s says nothing", (text) => {
  expect(readLastVisit(text, "a", at)).toBeNull();
});
