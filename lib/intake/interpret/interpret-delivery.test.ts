import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashRecord } from "@/lib/recordings/record/call-record";
import { interpretDelivery } from "./interpret-delivery";
import * as record from "./test-record";

const json = { contentType: "application/json", contentEncoding: null };
const flat = { ...record.flat, customer: { ...record.customer, roster_attachment: null } };
const understood = { ...record.understood, rosterAttachment: null, extra: "{}" };
const read = (body: unknown, timeZone = "UTC") => record.read(body, { timeZone });

/** The letters whose bits are set in capitals. */
function spell(key: string, bits: number): string {
  return [...key].map((letter, n) => ((bits >> n) & 1 ? letter.toUpperCase() : letter)).join("");
}

function readOne(body: unknown, timeZone = "UTC") {
  const { readings, problems } = read(body, timeZone);
  expect(problems).toEqual([]);
  expect(readings).toHaveLength(1);
  const [reading] = readings;
  if (!reading) throw new Error("no reading");
  return reading;
}

function withKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withKeys(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), withKeys(item, rename)]),
  );
}

const { id, ...attributes } = flat;
const toCamel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const toDash = (key: string) => key.replaceAll("_", "-");

describe("the envelopes", () => {
  test.each<[string, unknown]>([
    ["flat", flat],
    ["JSON:API", { data: { type: "recordings", id, attributes } }],
    ["JSON:API, id among the attributes", { data: { type: "recordings", attributes: flat } }],
    ["JSON:API, id in both", { data: { type: "recordings", id, attributes: flat } }],
    ["JSON:API in camelCase", withKeys({ data: { id, attributes } }, toCamel)],
    ["JSON:API in dash-case", withKeys({ data: { id, attributes } }, toDash)],
    ["a resource without a document", { type: "recordings", id, attributes }],
    ["flat inside data", { data: flat }],
    ["flat inside recording", { recording: flat }],
    ["a list of one", [flat]],
  ])("%s", (_, body) => {
    expect(readOne(body)).toMatchObject({
      recordingId: "rec-1",
      record: understood,
      problems: [],
      notices: [],
    });
  });

  test("several records, of which a bad one holds back itself alone", () => {
    const bad = { ...flat, id: null };
    const { readings } = read({ data: [flat, bad, { id: "rec-3", attributes }] });
    expect(readings.map(({ recordingId, record }) => [recordingId, record !== null])).toEqual([
      ["rec-1", true],
      [null, false],
      ["rec-3", true],
    ]);
    expect(readings[1]?.problems).toEqual([
      { path: "data[1].id", message: "is null; expected text" },
    ]);
  });

  test("the customer from relationships and included", () => {
    const { customer, ...others } = attributes;
    const body = {
      data: {
        type: "recordings",
        id,
        attributes: others,
        relationships: { customer: { data: { type: "customers", id: "cus-1" } } },
      },
      included: [{ type: "customers", id: "cus-1", attributes: customer }],
    };
    expect(readOne(body).record).toEqual({ ...understood, extra: '{"customer":{"id":"cus-1"}}' });
  });

  test("what stands around a record is kept", () => {
    const body = { event: "recording.created", data: { type: "recordings", id, attributes } };
    expect(readOne(body).record?.extra).toBe('{"envelope":{"event":"recording.created"}}');
  });

  test("what stands around a record is told from a key of its own with that name", () => {
    const own = { ...attributes, envelope: "A4" };
    const extraOf = (body: object) => JSON.parse(readOne(body).record?.extra ?? "");
    expect(extraOf({ event: "new", data: { type: "recordings", id, attributes: own } })).toEqual({
      envelope: "A4",
      envelope_: { event: "new" },
    });
    expect(extraOf({ ...flat, envelope: "A4" })).toEqual({ envelope: "A4", envelope_: {} });
    const both = { ...flat, envelope: "A4", envelope_: "A5" };
    expect(extraOf(both)).toEqual({ envelope: "A4", envelope_: "A5", envelope__: {} });
  });

  test("a key of its own with that name is a part of its content", () => {
    const hashOf = (body: object) => {
      const { record } = readOne(body);
      return record && hashRecord(record);
    };
    const around = (event: string, envelope: string) =>
      hashOf({ event, data: { ...flat, envelope } });
    expect(around("one", "A4")).toBe(around("two", "A4"));
    expect(around("one", "A4")).not.toBe(around("one", "A5"));
    expect(hashOf({ ...flat, envelope: "A4" })).not.toBe(hashOf(flat));
    expect(hashOf({ event: "one", data: flat })).toBe(hashOf(flat));
  });
});

describe("values of another type", () => {
  test("are read where they can mean one thing only, and the delivery says so", () => {
    const reading = readOne({
      ...flat,
      minutes_used: "3",
      has_transcript: "true",
      created_at: "2026-11-20 10:00:00",
    });
    expect(reading.record).toEqual(understood);
    expect(reading.notices.map(({ path }) => path)).toEqual([
      "minutes_used",
      "has_transcript",
      "created_at",
    ]);
  });

  test("a time without a zone is taken in the calling service's", () => {
    const reading = readOne({ ...flat, created_at: "2026-11-20 10:00:00" }, "Asia/Kathmandu");
    expect(reading.record?.createdAt).toBe("2026-11-20T04:15:00Z");
  });

  test.each([
    ["2026-11-20T10:00:00.123456Z", "2026-11-20T10:00:00.123456Z"],
    ["2026-11-20T10:00:00+05:45", "2026-11-20T04:15:00Z"],
    ["2026-11-20t10:00:00-0330", "2026-11-20T13:30:00Z"],
    ["2026-11-20 10:00 UTC", "2026-11-20T10:00:00Z"],
    ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"],
    ["9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
  ])("%s is %s", (written, at) => {
    expect(readOne({ ...flat, created_at: written }).record?.createdAt).toBe(at);
  });

  test.each([
    ["given again and again", () => "again"],
    ["spelled in every way", (n: number) => spell("unknownkeyunknown", n)],
  ])(
    "a key that is %s costs no more than as many keys",
    (_, toKey) => {
      const read = (toOneKey: (n: number) => string) => {
        const keys = Array.from({ length: 60_000 }, (_item, n) => `"${toOneKey(n)}":${n}`);
        const body = JSON.stringify(flat).replace("{", `{${keys.join()},`);
        const beganMs = performance.now();
        expect(readOne(body).record?.extra.length).toBeGreaterThan(300_000);
        return performance.now() - beganMs;
      };
      expect(read(toKey)).toBeLessThan(4 * read((n) => `another key ${n}`));
    },
    30_000,
  );

  test("an id keeps all digits of a number", () => {
    const body = JSON.stringify(flat).replace('"rec-1"', "9007199254740993");
    expect(readOne(body).record?.id).toBe("9007199254740993");
  });
});

describe("a field is empty, and says why", () => {
  test.each<[string, unknown, string]>([
    ["minutes_used", 2.5, "must be a whole number"],
    ["minutes_used", "three", "must be a whole number"],
    ["minutes_used", 3_000_000_000, "must be a whole number"],
    ["has_transcript", "perhaps", "must be true or false"],
    ["has_transcript", null, "is null; expected true or false"],
    ["created_at", "2026-02-30T10:00:00Z", "is not a date and time that exists"],
    ["created_at", "0000-01-01T00:00:00Z", "has no year 0"],
    ["created_at", "9999-12-31T23:59:59-05:00", "lies outside the years 1 to 9999 in UTC"],
    ["created_at", "0001-01-01T00:00:00+05:00", "lies outside the years 1 to 9999 in UTC"],
    ["created_at", "2026-11-20", "must be a date and time"],
    ["created_at", 176363280, "must be a date and time"],
    ["minutes_used", "0x10", "must be a whole number"],
    ["status", "", "must not be empty"],
    ["status", ["completed"], "must be text"],
    ["campaign", "漢".repeat(3_000), "has 3000 characters; at most 600 can be kept"],
    ["customer", undefined, "is missing"],
    ["customer", { details: "none" }, "must be an object"],
  ])("%s: %j", (field, value, message) => {
    const { record, problems } = readOne({ ...flat, [field]: value });
    expect(record?.problems).toEqual(problems);
    expect(problems.map((problem) => problem.message).join()).toContain(message);
    // What came is kept beside the fields.
    if (value != null) expect(JSON.parse(record?.extra ?? "")).toEqual({ [field]: value });
  });

  test.each<[unknown, string]>([
    ["a\u0000b", "holds characters that can't be stored"],
    ["\ud800", "holds characters that can't be stored"],
    ["漢".repeat(3_000), "has 3000 characters; at most 600 can be kept"],
    [undefined, "is missing"],
  ])("but without an id the record is held back: %j", (id, message) => {
    const { record, recordingId, problems } = readOne({ ...flat, id });
    expect([record, recordingId]).toEqual([null, null]);
    expect(problems.map((problem) => problem.message).join()).toContain(message);
  });

  test("when two spellings or two ids disagree", () => {
    const twice = readOne({ ...flat, minutesUsed: 4 });
    expect(twice.problems).toEqual([
      { path: "minutes_used", message: "is given several times with different values" },
    ]);
    const ids = readOne({ data: { id: "rec-2", attributes: flat } });
    expect(ids.problems[0]?.path).toBe("data.attributes.id");
  });

  test("when a key is given twice with different values", () => {
    const body = JSON.stringify(flat).replace('"status"', '"status":"failed","status"');
    expect(readOne(body).problems).toEqual([
      { path: "status", message: "is given several times with different values" },
    ]);
  });
});

describe("what nobody named", () => {
  test("is kept beside the columns, at its place and to the digit", () => {
    const body = JSON.stringify({
      ...flat,
      sentiment: "SENTIMENT",
      customer: { ...flat.customer, tier: 2, details: { ...flat.customer.details, city: "Łódź" } },
    }).replace('"SENTIMENT"', "9007199254740993");
    expect(readOne(body).record?.extra).toBe(
      '{"sentiment":9007199254740993,"customer":{"tier":2,"details":{"city":"Łódź"}}}',
    );
  });

  test("is made storable: NUL, lone surrogates, numbers beyond all scale", () => {
    const body = JSON.stringify({ ...flat, odd: "a\u0000\ud800", huge: "HUGE" }).replace(
      '"HUGE"',
      "1e400000",
    );
    expect(readOne(body).record?.extra).toBe('{"odd":"a\uFFFD\uFFFD","huge":"1e400000"}');
  });

  test("text that can't be stored is replaced where it names nothing", () => {
    const reading = readOne({ ...flat, summary: "a\u0000b" });
    expect(reading.record?.summary).toBe("a\uFFFDb");
    expect(reading.notices[0]?.path).toBe("summary");
  });
});

describe("a body in another encoding", () => {
  test.each<[string, Buffer, string | null]>([
    ["a byte order mark", Buffer.from(`\uFEFF${JSON.stringify(flat)}`), null],
    ["UTF-16", Buffer.from(JSON.stringify(flat), "utf16le"), null],
    ["gzip", gzipSync(JSON.stringify(flat)), "gzip"],
  ])("%s is read", (_, body, contentEncoding) => {
    const encoding = { contentType: "text/plain", contentEncoding };
    expect(interpretDelivery(body, encoding, "UTC").readings[0]?.record).toEqual(understood);
  });
});

test("whatever arrives gets an interpretation", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.uint8Array()), (value) => {
      const body =
        value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value) ?? String(value));
      const { readings, problems } = interpretDelivery(body, json, "UTC");
      expect(readings.length + problems.length).toBeGreaterThan(0);
    }),
    { numRuns: 2_000 },
  );
});
