import fc from "fast-check";
import { expect, it, test } from "vitest";
import { writeKeyCursor } from "@/lib/list/list-page";
import {
  type CampaignQuery,
  emptyCampaignFilter,
  firstCampaignPage,
  parseCampaignQuery,
  parseCompareQuery,
  writeCampaignQuery,
  writeCompareQuery,
} from "./views";

const parse = (search: string) => parseCampaignQuery(new URLSearchParams(search));

const text = fc
  .string({ unit: "binary", maxLength: 12 })
  .map((value) => value.replaceAll("\0", "~").toWellFormed());
const day = fc.option(
  fc
    .date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const cursorOf = (key: fc.Arbitrary<string>) =>
  fc.option(fc.record({ key, id: text }).map(writeKeyCursor));
const order = fc.oneof(
  fc.record({ sort: fc.constantFrom("name", "-name"), cursor: cursorOf(text) }),
  fc.record({
    sort: fc.constantFrom(
      "-calls",
      "calls",
      "-minutes",
      "minutes",
      "-last_call",
      "last_call",
      "-success",
      "success",
      "-success_change",
      "success_change",
    ),
    cursor: cursorOf(fc.nat().map(String)),
  }),
);
const query: fc.Arbitrary<CampaignQuery> = fc
  .record({
    filter: fc.record({ q: text.map((value) => value.trim()), from: day, to: day }),
    order,
    isForward: fc.boolean(),
    limit: fc.integer({ min: 1, max: 200 }),
  })
  .map(({ filter, order: { sort, cursor }, isForward, limit }) => ({
    filter,
    page: { sort, limit, after: isForward ? cursor : null, before: isForward ? null : cursor },
  }));

test("parsing after writing is the identity", () => {
  fc.assert(
    fc.property(query, (written) => {
      expect(parse(writeCampaignQuery(written).toString())).toEqual({ ...written, unread: [] });
    }),
    { numRuns: 1_000 },
  );
});

test("an empty search is the default", () => {
  expect(parse("")).toEqual({ filter: emptyCampaignFilter, page: firstCampaignPage, unread: [] });
});

test.each(["sort=status", "from=2026-02-30", "to=soon", "after=x~y", "limit=-1"])(
  "%s is left out and reported",
  (search) => {
    const [parameter, value] = search.split("=");
    expect(parse(search)).toEqual({
      filter: emptyCampaignFilter,
      page: firstCampaignPage,
      unread: [{ parameter, value }],
    });
  },
);

const campaign = fc.option(
  fc
    .string({ unit: "binary", minLength: 1, maxLength: 12 })
    .map((value) => value.replaceAll("\0", "~").toWellFormed()),
);
test("parsing a comparison after writing is the identity", () => {
  const query = fc.record({
    campaigns: fc.array(campaign, { maxLength: 2 }),
    from: day,
    to: day,
    beforeFrom: day,
    beforeTo: day,
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
