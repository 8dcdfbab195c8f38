import { describe, expect, test } from "vitest";
import type { Remark } from "./fields/member-reader";
import { attributes, customer, details, flat, read, readOne } from "./test-record";

const { customer: _, ...alone } = flat;
const { id: __, ...callAlone } = alone;
const other = { ...flat, id: "rec-2", status: "failed" };
const reference = { type: "customers", id: "cus-1" };

const resource = { type: "recordings", id: "rec-1", attributes };
const event = { type: "events", id: "evt-1", attributes: { event: "recording.completed" } };

const little = {
  call_sid: undefined,
  minutes_used: undefined,
  recording_attachment: undefined,
  has_transcript: undefined,
  created_at: undefined,
};

type Row = [name: string, body: unknown, problems: [path: string, message: string][]];

describe("what can mean several records, or none, is held back", () => {
  test.each<Row>([
    [
      "two records under keys that say nothing",
      { old: flat, new: other },
      [["", 'may have its record at "old" or "new"; send one of them, or each in a list']],
    ],
    [
      "two records under keys that say the same",
      { data: { call: flat, recording: other } },
      [["data", 'may have its record at "data.call" or "data.recording"']],
    ],
    [
      "records by name",
      Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`k${n}`, { ...flat, id: `r${n}` }])),
      [["", 'or "k5" or 2 other places; send']],
    ],
    [
      "two records that are included",
      { data: event, included: [resource, { ...resource, id: "rec-2" }] },
      [["", 'may have its record at "included[0].attributes" or "included[1].attributes"; send']],
    ],
    [
      "the same fields under two ids",
      { a: resource, b: { ...resource, id: "rec-2" } },
      [["", 'may have its record at "a.attributes" or "b.attributes"']],
    ],
    [
      "two records of which little is told",
      { a: { id: "1", status: "busy", summary: "x" }, b: { id: "2", status: "busy", customer } },
      [["", 'may have its record at "a" or "b"']],
    ],
    ["two ids", { data: { id: "rec-2", attributes: flat } }, [["data.attributes.id", "several"]]],
    ["an id of spaces", { ...flat, id: " \t" }, [["id", "must not be empty"]]],
  ])("%s", (_, body, expected) => {
    const { record, problems } = readOne(body);
    expect(record).toBeNull();
    expectProblems(problems, expected);
  });

  test.each<[string, object]>([
    ["the id alone", { id: "rec-1" }],
    ["nothing that shows that it is a call", { id: "rec-1", summary: "Hello", customer }],
    [
      "these, but none to be read",
      { ...flat, call_sid: "", created_at: "yesterday", status: ["completed", "failed"] },
    ],
  ])("a record with %s", (_, body) => {
    const { record, recordingId, problems } = readOne({ recording: body });
    expect([record, recordingId]).toEqual([null, "rec-1"]);
    expect(problems.at(-1)).toEqual({
      path: "recording",
      message: "has none of call_sid, created_at and status that can be read; one is needed",
    });
  });
});

describe("a field of several meanings is empty, and says what they are", () => {
  test.each<Row>([
    [
      "two customers",
      {
        data: { id: "rec-1", attributes, relationships: { customer: { data: reference } } },
        included: [
          { ...reference, attributes: { details: { ...details, email: "other@example.com" } } },
        ],
      },
      [["data.attributes.customer.details.email", "is given several times with different values"]],
    ],
    [
      "two customers included",
      {
        data: { id: "rec-1", attributes: callAlone },
        included: [
          { ...reference, attributes: customer },
          { ...reference, id: "cus-2", attributes: customer },
        ],
      },
      [["data.attributes.customer", "is missing"]],
    ],
    [
      "a customer that is not told",
      {
        data: {
          id: "rec-1",
          attributes: callAlone,
          relationships: { customer: { data: reference } },
        },
      },
      [["data.attributes.customer", "is named in relationships, but not told in included"]],
    ],
    [
      "a customer's name",
      { ...flat, customer: "Noor Haddad" },
      [["customer", "must be an object"]],
    ],
    ["several customers", { ...flat, customer: [customer, customer] }, [["customer", "an object"]]],
    [
      "details as text",
      { ...flat, customer: { details: "x" } },
      [["customer.details", "an object"]],
    ],
    [
      "an offset that isn't the zone's",
      { ...flat, created_at: "2026-11-20T10:00:00-05:00[Europe/Berlin]" },
      [["created_at", "has the offset -05:00, which isn't that of Europe/Berlin"]],
    ],
    [
      "another day of the week",
      { ...flat, created_at: "Sat, 20 Nov 2026 10:00:00 GMT" },
      [["created_at", "names a day of the week that the date doesn't have"]],
    ],
    ["an epoch of 12 digits", { ...flat, created_at: 179516880000 }, [["created_at", "must be a"]]],
    ["a day first or a month", { ...flat, created_at: "11/12/2026 10:00" }, [["created_at", ""]]],
    ["a time on no day", { ...flat, created_at: "31 Feb 2026 10:00:00 GMT" }, [["created_at", ""]]],
    ["minutes in hex", { ...flat, minutes_used: "0x10" }, [["minutes_used", "a whole number"]]],
    ["minutes in words", { ...flat, minutes_used: "3 min" }, [["minutes_used", "a whole number"]]],
    [
      "minutes with a comma",
      { ...flat, minutes_used: "3,5" },
      [["minutes_used", "a whole number"]],
    ],
    ["minutes in two numbers", { ...flat, minutesUsed: "4" }, [["minutes_used", "several times"]]],
    ["neither yes nor no", { ...flat, has_transcript: 2 }, [["has_transcript", "true or false"]]],
    [
      "a campaign of two",
      { ...flat, campaign: ["spring", "autumn"] },
      [["campaign", "must be text"]],
    ],
    [
      "an attachment without a URL",
      { ...flat, recording_attachment: {} },
      [["recording_attachment", "text"]],
    ],
    [
      "a campaign null and not null",
      JSON.stringify(flat).replace("{", '{"Campaign":null,'),
      [["campaign", "several"]],
    ],
  ])("%s", (_, body, expected) => {
    const { record, problems } = readOne(body);
    expectProblems(problems, expected);
    expectProblems(
      record?.problems,
      expected.map(([path, message]) => [path.replace("data.attributes.", ""), message]),
    );
  });

  test("a record that can't be told from another holds back itself alone", () => {
    const { readings } = read({ events: [flat, { before: flat, after: other }] });
    expect(readings.map(({ record }) => record?.id)).toEqual(["rec-1", undefined]);
    expect(readings[1]?.problems[0]).toMatchObject({ path: "events[1]" });
  });

  test("nothing is looked for deeper than four keys", () => {
    expect(readOne({ a: { b: { c: { d: { e: flat } } } } }).record).toBeNull();
  });

  test.each<[string, object]>([
    [
      "a customer",
      {
        data: event,
        included: [{ ...reference, attributes: { ...details, status: "new", call_sid: "x" } }],
      },
    ],
    [
      "a campaign",
      {
        data: event,
        included: [{ type: "campaigns", id: "c", attributes: { status: "on", minutes_used: 9 } }],
      },
    ],
    ["a customer of a record without one", { data: event, customer: flat, customers: [flat] }],
    ["something with a status and a time", { data: event, details: { id: "x", status: "on" } }],
    [
      "a customer of another key",
      { kk: { type: "customers", id: "c", status: "on", summary: "" } },
    ],
    ["an id and a status alone", { kk: { id: "x", status: "on" } }],
    [
      "an order of a customer",
      { event: "new", order: { id: "x", status: "on", customer: "cus-1" } },
    ],
    ["a user", { event: "new", user: { id: "x", status: "on", customer_id: "cus-1" } }],
    [
      "a sound of a call",
      {
        data: { type: "calls", id: "rec-1", attributes: { summary: "x" } },
        included: [
          { type: "media", id: "m-1", attributes: { recording_attachment: "y", status: "on" } },
        ],
      },
    ],
    ["a status without an id", { kk: { status: "on", summary: "x" } }],
  ])("%s isn't taken for a record", (_, body) => {
    expect(readOne(body).record).toBeNull();
  });

  test.each<[string, object]>([
    [
      "included, beside a call of which little is told",
      { data: { ...resource, attributes: { status: "busy" } }, included: [other] },
    ],
    [
      "included, beside a call with a summary",
      {
        data: { ...event, id: "rec-1", attributes: { status: "x", summary: "y" } },
        included: [other],
      },
    ],
    [
      "two, beside what can be read",
      {
        data: { ...event, id: "rec-1", attributes: { status: "x" } },
        included: [other, { ...other, id: "rec-3" }],
      },
    ],
    ["under details, of a call by name", { call: { id: "rec-1", status: "x", details: other } }],
    [
      "under a key that says less",
      { data: { id: "rec-1", status: "x" }, kk: { ...other, ...little } },
    ],
  ])("another record (%s) doesn't take its place", (_, body) => {
    expect(readOne(body).record?.id).toBe("rec-1");
  });

  test("what a customer has beside a record isn't taken for a record", () => {
    const { record } = readOne({
      data: { customer: { ...customer, call_sid: "x", created_at: "y" }, call: alone },
    });
    expect(record?.id).toBe("rec-1");
  });
});

function expectProblems(problems: Remark[] | undefined, expected: Row[2]): void {
  expect(problems?.map(({ path }) => path)).toEqual(expected.map(([path]) => path));
  for (const [index, [, message]] of expected.entries()) {
    expect(problems?.[index]?.message).toContain(message);
  }
}

describe("clocks that change", () => {
  const readAt = (created_at: string) =>
    readOne({ ...flat, created_at }, { timeZone: "Europe/Berlin" });

  test("an hour that comes twice is taken as the first, and the delivery says so", () => {
    const { record, notices } = readAt("2026-10-25 02:30:00");
    expect(record?.createdAt).toBe("2026-10-25T00:30:00Z");
    expect(notices.map(({ message }) => message)).toEqual([
      "carries no zone; taken in Europe/Berlin",
      "comes twice in Europe/Berlin, where clocks change; the first is taken: 2026-10-25T00:30:00Z",
    ]);
  });

  test("an hour that is left out is taken as the one after it, and the delivery says so", () => {
    const { record, notices } = readAt("2026-03-29 02:30:00");
    expect(record?.createdAt).toBe("2026-03-29T01:30:00Z");
    expect(notices.map(({ message }) => message)[1]).toContain("is left out in Europe/Berlin");
  });

  test("any other hour needs no word but its zone", () => {
    expect(readAt("2026-03-29 03:30:00").notices).toHaveLength(1);
  });

  test("a zone that isn't known is told, and the offset is taken", () => {
    const { record, notices } = readAt("2026-11-20T10:00:00Z");
    expect([record?.createdAt, notices]).toEqual(["2026-11-20T10:00:00Z", []]);
    const odd = readAt("2026-11-20T11:00:00+01:00[Mars/Base]");
    expect(odd.record?.createdAt).toBe("2026-11-20T10:00:00Z");
    expect(odd.notices[0]?.message).toContain("names a zone that isn't known");
  });
});
