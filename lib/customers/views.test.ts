import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeKeyCursor } from "@/lib/list/list-page";
import {
  type CustomerQuery,
  emptyCustomerFilter,
  firstCustomerPage,
  parseCustomerQuery,
  writeCustomerQuery,
} from "./views";

const parse = (search: string) => parseCustomerQuery(new URLSearchParams(search));

const text = fc
  .string({ unit: "binary", maxLength: 12 })
  .map((value) => value.replaceAll("\0", "~").toWellFormed());
const flag = fc.option(fc.boolean());
const cursorOf = (key: fc.Arbitrary<string>) =>
  fc.option(fc.record({ key, id: text.filter(Boolean) }).map(writeKeyCursor));
const number = fc.nat().map(String);
const byName = fc.record({ sort: fc.constantFrom("name", "-name"), cursor: cursorOf(text) });
const byNumber = fc.record({
  sort: fc.constantFrom("-last_call", "last_call", "-calls", "calls"),
  cursor: cursorOf(number),
});
const byNever = fc.record({
  sort: fc.constantFrom("-last_call", "last_call"),
  cursor: cursorOf(fc.constant("never")),
});
const query: fc.Arbitrary<CustomerQuery> = fc
  .record({
    filter: fc.record({
      q: text.map((value) => value.trim()),
      types: fc.uniqueArray(fc.option(text), { maxLength: 4 }),
      confirmed: flag,
      phoneOk: flag,
      contradictions: flag,
    }),
    order: fc.oneof(byName, byNumber, byNever),
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
      expect(parse(writeCustomerQuery(written).toString())).toEqual({ ...written, unread: [] });
    }),
    { numRuns: 1_000 },
  );
});

test("parsing never throws, and what it made can be written and parsed again", () => {
  const names = "q type confirmed phone_ok contradictions sort after before limit page".split(" ");
  const pair = fc.tuple(
    fc.oneof(fc.constantFrom(...names), fc.string()),
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("~", "\\", "%~x", "1~", "never~x")),
  );
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 12 }), (pairs) => {
      const { unread, ...made } = parseCustomerQuery(new URLSearchParams(pairs));
      expect(parseCustomerQuery(writeCustomerQuery(made))).toEqual({ ...made, unread: [] });
    }),
    { numRuns: 1_000 },
  );
});

describe("meaning", () => {
  test("an empty search is the default", () => {
    expect(parse("")).toEqual({ filter: emptyCustomerFilter, page: firstCustomerPage, unread: [] });
  });

  test("types repeat, and ~ is no type", () => {
    expect(parse("type=lead&type=~&type=lead&type=\\~").filter.types).toEqual(["lead", null, "~"]);
  });

  test("a search of any length is cut, not refused", () => {
    expect(parse(`q=${"x".repeat(10_000)}`)).toMatchObject({ unread: [] });
  });

  test.each([
    "sort=password",
    "confirmed=maybe",
    "contradictions=1",
    "after=garbage",
    "after=9999999999999999999~a",
    "before=never~a&sort=calls",
    "limit=0",
  ])("%s is left out and reported", (search) => {
    const { filter, page, unread } = parse(search);
    const [parameter, value] = (search.split("&")[0] ?? "").split("=");
    expect(unread).toEqual([{ parameter, value }]);
    expect(filter).toEqual(emptyCustomerFilter);
    expect(page).toMatchObject({ after: null, before: null, limit: firstCustomerPage.limit });
  });
});
