import fc from "fast-check";
import { expect, it, test } from "vitest";
import { parseCompareQuery, writeCompareQuery } from "./compare-url";

const campaign = fc.option(
  fc
    .string({ unit: "binary", minLength: 1, maxLength: 12 })
    .map((value) => value.replaceAll("\0", "~").toWellFormed()),
);
const day = fc.option(
  fc
    .date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);

test("parsing after writing is the identity", () => {
  const query = fc.record({
    campaigns: fc.array(campaign, { maxLength: 2 }),
    ...{ from: day, to: day, beforeFrom: day, beforeTo: day },
  });
  fc.assert(
    fc.property(query, (written) => {
      const parameters = new URLSearchParams(writeCompareQuery(written).toString());
      expect(parseCompareQuery(parameters)).toEqual({ ...written, unread: [] });
    }),
    { numRuns: 500 },
  );
});

it.each([
  ["campaign=a&campaign=b&campaign=c", "campaign", "c"],
  ["campaign=!a", "campaign", "!a"],
  ["from=2026-02-30", "from", "2026-02-30"],
  ["before_to=soon", "before_to", "soon"],
])("of %s, what can't be read is reported", (search, parameter, value) => {
  expect(parseCompareQuery(new URLSearchParams(search)).unread).toEqual([{ parameter, value }]);
});
