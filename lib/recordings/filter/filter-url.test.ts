import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  emptyFilter,
  firstPage,
  maxLastDays,
  namedDays,
  type RecordingQuery,
  type RelativeDays,
  type ValueFilter,
} from "./filter";
import { parseRecordingQuery, writeRecordingQuery } from "./filter-url";
import { isUsual, listColumns, usualColumns } from "./list-view";

const parse = (search: string) => parseRecordingQuery(new URLSearchParams(search));

describe("parsing after writing", () => {
  const text = fc
    .string({ unit: "binary", maxLength: 12 })
    .map((value) => value.replaceAll("\0", "x").toWellFormed());
  const value = fc.option(text.filter(Boolean));
  const valueFilter = (value: fc.Arbitrary<string | null>): fc.Arbitrary<ValueFilter> =>
    fc.record({
      include: fc.uniqueArray(value, { maxLength: 4 }),
      exclude: fc.uniqueArray(value, { maxLength: 4 }),
    });
  const day = fc
    .date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const instant = fc
    .tuple(day, fc.constantFrom("08:15Z", "23:59:59Z", "00:00:00.000001Z"))
    .map(([day, time]) => `${day}T${time}`);
  const flag = fc.constantFrom(true, false, "empty" as const, "not-empty" as const, null);
  const relativeDays: fc.Arbitrary<RelativeDays> = fc.oneof(
    fc.constantFrom(...namedDays),
    fc.integer({ min: 1, max: maxLastDays }).map((count) => `last-${count}-days` as const),
  );
  const minute = fc.option(fc.nat(2_147_483_647));
  const cursor = fc.option(
    fc.tuple(fc.nat(), text.filter(Boolean)).map(([key, id]) => `${key}~${id}`),
  );
  const columns = fc
    .subarray([...listColumns], { minLength: 1 })
    .chain((some) => fc.shuffledSubarray(some, { minLength: some.length }))
    .filter((some) => some.includes("customer") && !isUsual(some));
  const query: fc.Arbitrary<RecordingQuery> = fc
    .record({
      filter: fc.record({
        status: valueFilter(value),
        campaign: valueFilter(value),
        gender: valueFilter(value),
        type: valueFilter(value),
        customer: valueFilter(value),
        audio: valueFilter(value),
        heard: valueFilter(value),
        check: valueFilter(value),
        tag: valueFilter(value),
        review: valueFilter(value),
        notes: valueFilter(fc.constantFrom("true", null)),
        text: valueFilter(value),
        mentioned: valueFilter(value),
        protected: valueFilter(value),
        q: text.map((value) => value.trim()),
        from: fc.option(day),
        to: fc.option(day),
        days: fc.option(relativeDays),
        changedSince: fc.option(fc.oneof(day, relativeDays, instant)),
        transcript: flag,
        confirmed: flag,
        phoneOk: flag,
        incomplete: flag,
        minutes: fc.record({ least: minute, most: minute }),
      }),
      page: fc.record({
        sort: fc.constantFrom(
          "-created_at",
          "created_at",
          "-minutes_used",
          "minutes_used",
          "-changed_at",
          "changed_at",
        ),
        after: cursor,
        before: cursor,
        limit: fc.integer({ min: 1, max: 200 }),
        open: fc.option(text.filter(Boolean)),
        columns: fc.option(columns),
      }),
    })
    .map(({ filter, page }) => ({
      filter: filter.days === null ? filter : { ...filter, from: null, to: null },
      page: { ...page, before: page.after === null ? page.before : null },
    }));

  test("is the identity", () => {
    fc.assert(
      fc.property(query, (written) => {
        const search = writeRecordingQuery(written).toString();
        expect(parse(search)).toEqual({ ...written, unread: [] });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("parsing anything", () => {
  const names =
    "status campaign q from to days changed_since transcript confirmed phone_ok gender type customer minutes sort after before limit open show page";

  test("never throws, and what it made can be written and parsed again", () => {
    const pair = fc.tuple(
      fc.oneof(fc.constantFrom(...names.split(" ")), fc.string()),
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom("~", "!~", "!", "\\", "..", "-1..x", "id,customer,x"),
      ),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 12 }), (pairs) => {
        const { unread, ...query } = parseRecordingQuery(new URLSearchParams(pairs));
        const again = parseRecordingQuery(writeRecordingQuery(query));
        expect(again).toEqual({ ...query, unread: [] });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("meaning", () => {
  test("an empty search is the default", () => {
    expect(parse("")).toEqual({ filter: emptyFilter, page: firstPage, unread: [] });
  });

  test("values repeat, negate, and ~ is empty, as the empty text is", () => {
    const { filter } = parse(
      "status=completed&status=!failed&campaign=~&campaign=!spring&status=~&gender=!~&type=\\",
    );
    expect(filter.status).toEqual({ include: ["completed", null], exclude: ["failed"] });
    expect(filter.gender).toEqual({ include: [], exclude: [null] });
    expect(filter.type).toEqual({ include: [null], exclude: [] });
    expect(filter.campaign).toEqual({ include: [null], exclude: ["spring"] });
  });

  test("a value that looks like an operator is written behind a backslash", () => {
    expect(parse("campaign=\\~").filter.campaign.include).toEqual(["~"]);
    expect(parse("campaign=!\\!new").filter.campaign.exclude).toEqual(["!new"]);
  });

  test.each([
    ["2026-11-20", "2026-11-20"],
    ["last-07-days", null],
    ["today", "today"],
    ["2026-11-20T08:15Z", "2026-11-20T08:15Z"],
    ["2026-11-20T08:15:59.123456Z", "2026-11-20T08:15:59.123456Z"],
    ["2026-02-30T08:15Z", null],
    ["2026-11-20T24:00Z", null],
    ["2026-11-20T08:15+01:00", null],
    ["T", null],
  ])("changed_since=%s", (written, changedSince) => {
    const search = `changed_since=${encodeURIComponent(written)}`;
    expect(parse(search).filter.changedSince).toBe(changedSince);
    expect(parse(search).unread).toHaveLength(changedSince === null ? 1 : 0);
  });

  test.each([
    ["minutes=2..10", { least: 2, most: 10 }],
    ["minutes=5..", { least: 5, most: null }],
    ["minutes=..1", { least: null, most: 1 }],
  ])("%s", (search, minutes) => {
    expect(parse(search).filter.minutes).toEqual(minutes);
  });

  test.each([
    ["true", true],
    ["false", false],
    ["!true", false],
    ["!false", true],
    ["~", "empty"],
    ["!~", "not-empty"],
  ])("transcript=%s", (value, transcript) => {
    expect(parse(`transcript=${value}`)).toMatchObject({ filter: { transcript }, unread: [] });
  });

  test.each([
    "minutes=-1..x",
    "minutes=..",
    "minutes=99999999999..",
    "from=2026-02-30",
    "to=yesterday",
    "days=tomorrow",
    "days=last-3661-days",
    "transcript=yes",
    "transcript=!",
    "confirmed=!maybe",
    "phone_ok=\\~",
    "sort=name",
    "after=garbage",
    "before=9999999999999999999~a",
    "limit=0",
    "limit=abc",
    "show=price",
    `open=${"x".repeat(1_201)}`,
  ])("%s is left out and reported", (search) => {
    const [parameter, value] = search.split("=");
    expect(parse(search)).toEqual({
      filter: emptyFilter,
      page: firstPage,
      unread: [{ parameter, value }],
    });
  });

  test("beside days that go with the calendar, fixed ones are left out and reported", () => {
    expect(parse("from=2026-01-01&days=last-7-days&to=2026-01-02")).toEqual({
      filter: { ...emptyFilter, days: "last-7-days" },
      page: firstPage,
      unread: [
        { parameter: "from", value: "2026-01-01" },
        { parameter: "to", value: "2026-01-02" },
      ],
    });
    expect(parse("from=2026-01-01&days=soon").filter.from).toBe("2026-01-01");
  });

  test("columns keep their order; the usual ones are the default, and the customer stays", () => {
    expect(parse("show=status,customer,price,id,status")).toMatchObject({
      page: { columns: ["status", "customer", "id"] },
      unread: [{ parameter: "show", value: "price" }],
    });
    expect(parse("show=id").page.columns).toEqual(["customer", "id"]);
    expect(parse(`show=${usualColumns.join(",")}`).page.columns).toBeNull();
  });

  test("a limit is at most 200", () => {
    expect(parse("limit=5000").page.limit).toBe(200);
  });
});
