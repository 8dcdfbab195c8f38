import fc from "fast-check";
import { expect, test } from "vitest";
import { isUsual, listColumns } from "./list-columns";
import { densities, parseTableView, writeTableView } from "./parse-table-view";

const plain = { density: "comfortable", columns: null, widths: {} };

test("what was written is read again", () => {
  const view = fc.record({
    density: fc.constantFrom(...densities),
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
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(parseTableView(text)).toMatchObject({ columns: null, widths: {} });
    }),
  );
  expect(parseTableView("widths=customer_9,status_9999,x_100,id_100;}")).toEqual(plain);
  expect(parseTableView("widths=customer_10,status_999").widths).toEqual({
    customer: 56,
    status: 800,
  });
  expect(parseTableView(`density=compact&columns=${"id,".repeat(400)}`)).toEqual(plain);
});
