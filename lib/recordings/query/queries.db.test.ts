import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeValue } from "@/lib/list/list-page";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { countFacets } from "../counts/count-calls";
import { getRecording } from "../detail/get-recording";
import { parseRecordingQuery } from "../filter/filter-url";
import { storeAlone } from "../ledger/test-ledger";
import { type CallRecord, seqsPerMs } from "../record/call-record";
import { getNewestSeq, listRecordingRows, listRecordings } from "./queries";

let database: TestDatabase;
const records = makeRecords();

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  const client = new pg.Pool({ connectionString: database.url, max: 1 });
  await storeAlone(
    client,
    records.map((record, n) => ({
      record,
      acceptedSeq: BigInt(n + 1),
      acceptedAt: new Date(),
      payloadHash: null,
      deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
      position: n,
    })),
  );
  await client.end();
});

afterAll(async () => {
  await closeDatabase();
});

/** 120 calls, ten of the same instant, in several statuses and campaigns, some of no campaign. */
function makeRecords(): CallRecord[] {
  const statuses = ["completed", "failed", "no-answer", "!odd"];
  const genders = ["female", "male", ""];
  const campaigns = ["spring", "autumn", null, "~"];
  return Array.from({ length: 120 }, (_, n) => ({
    id: `rec-${String(n).padStart(3, "0")}`,
    minutesUsed: n % 12,
    callSid: `CA${n}`,
    recordingAttachment: "https://files.example.com/a.mp3",
    campaign: campaigns[n % 4] ?? null,
    hasTranscript: n % 2 === 0,
    summary: n === 17 ? "Wants 100% of the café_menu" : `Call number ${n} about parcels`,
    createdAt: new Date(Date.UTC(2026, 10, 1, Math.floor(n / 10))).toISOString(),
    status: n === 60 ? "" : (statuses[n % 3 === 0 ? 0 : n % 4] ?? ""),
    rosterAttachment: null,
    customerId: `cus-${n % 7}`,
    customerFirstName: "José",
    customerLastName: `Núñez ${n}`,
    customerPhoneNumber:
      n === 42 ? "+44 20 7946 0123" : `+1 (212) 555-01${String(n % 100).padStart(2, "0")}`,
    customerGender: genders[n % 3] ?? "",
    customerEmail: n % 5 ? `person${n}@example.com` : null,
    customerType: n % 3 ? "lead" : null,
    customerIsConfirmed: n % 2 === 1,
    customerIsPhoneNumberCorrect: n % 4 !== 0,
    extra: n === 3 ? '{"sentiment":9007199254740993}' : "{}",
    problems: [],
  }));
}

async function list(search: string, timeZone = "UTC") {
  const query = parseRecordingQuery(new URLSearchParams(search));
  return listRecordings(query, { timeZone });
}

async function ids(search: string, timeZone = "UTC"): Promise<string[]> {
  return (await list(`${search}&limit=200`, timeZone)).rows.map(({ id }) => id).sort();
}

function matching(predicate: (record: CallRecord) => boolean): string[] {
  return records.filter(predicate).map(({ id }) => id);
}

describe("filters", () => {
  test.each<[string, (record: CallRecord) => boolean]>([
    ["status=completed", (r) => r.status === "completed"],
    ["status=completed&status=failed", (r) => ["completed", "failed"].includes(r.status)],
    ["status=!failed", (r) => r.status !== "failed"],
    ["status=\\!odd", (r) => r.status === "!odd"],
    ["campaign=~", (r) => r.campaign === null],
    ["campaign=!~", (r) => r.campaign !== null],
    ["campaign=\\~", (r) => r.campaign === "~"],
    ["campaign=~&campaign=spring", (r) => r.campaign === null || r.campaign === "spring"],
    ["campaign=!spring", (r) => r.campaign !== "spring"],
    ["type=~&gender=male", (r) => r.customerType === null && r.customerGender === "male"],
    ["status=~", (r) => r.status === ""],
    ["status=!~&status=!failed", (r) => r.status !== "" && r.status !== "failed"],
    ["status=~&status=failed", (r) => r.status === "" || r.status === "failed"],
    ["gender=~", (r) => r.customerGender === ""],
    ["gender=!~", (r) => r.customerGender !== ""],
    ["gender=!male", (r) => r.customerGender !== "male"],
    ["type=!~", (r) => r.customerType !== null],
    ["type=!lead", (r) => r.customerType === null],
    ["customer=~", () => false],
    ["transcript=~", () => false],
    ["confirmed=!~", () => true],
    ["phone_ok=!true", (r) => !r.customerIsPhoneNumberCorrect],
    ["customer=cus-3", (r) => r.customerId === "cus-3"],
    ["transcript=true", (r) => r.hasTranscript === true],
    ["confirmed=false", (r) => !r.customerIsConfirmed],
    ["phone_ok=false", (r) => !r.customerIsPhoneNumberCorrect],
    ["minutes=2..4", (r) => Number(r.minutesUsed) >= 2 && Number(r.minutesUsed) <= 4],
    ["minutes=10..", (r) => Number(r.minutesUsed) >= 10],
    ["minutes=..0", (r) => Number(r.minutesUsed) <= 0],
    ["q=parcels 117", (r) => r.summary.includes("parcels") && r.id.includes("117")],
    // One or two letters or digits begin a word.
    ["q=11", (r) => /\b11/.test(r.summary + r.customerLastName)],
    ["q=pa", (r) => r.summary.includes("parcels")],
    ["q=CAFE", (r) => r.id === "rec-017"],
    ["q=100%25", (r) => r.id === "rec-017"],
    ["q=cafe_m", (r) => r.id === "rec-017"],
    ["q=nunez 42", (r) => /42/.test(r.customerLastName + r.summary) || r.id.includes("42")],
    ["q=020 7946 0123", (r) => r.id === "rec-042"],
    ["q=7946-01", (r) => r.id === "rec-042"],
    ["q=person33@example.com", (r) => r.customerEmail === "person33@example.com"],
    ["q=REC-005", (r) => r.id === "rec-005"],
    ["q=%27;DROP TABLE recording--", () => false],
  ])("%s", async (search, predicate) => {
    const expected = matching(predicate);
    const found = await ids(search);
    expect(found).toEqual(expected);
  });

  test("days are the viewer's, both included", async () => {
    const inUtc = await ids("from=2026-11-01&to=2026-11-01");
    expect(inUtc).toEqual(matching((r) => String(r.createdAt) < "2026-11-02"));
    const inKathmandu = await ids("to=2026-11-01", "Asia/Kathmandu");
    expect(inKathmandu).toEqual(matching((r) => String(r.createdAt) < "2026-11-01T18:15"));
    expect(await ids("from=1000-01-01&to=9999-12-31", "Pacific/Kiritimati")).toHaveLength(120);
  });
});

describe("paging by key", () => {
  test.each(["-created_at", "created_at", "-minutes_used", "minutes_used"])(
    "%s shows each call once, forwards and back",
    async (sort) => {
      const forwards: string[] = [];
      let page = await list(`sort=${sort}&limit=7`);
      expect(page.before).toBeNull();
      forwards.push(...page.rows.map(({ id }) => id));
      while (page.after) {
        page = await list(new URLSearchParams({ sort, limit: "7", after: page.after }).toString());
        forwards.push(...page.rows.map(({ id }) => id));
      }
      expect(new Set(forwards).size).toBe(120);
      expect(forwards).toHaveLength(120);

      const backwards = page.rows.map(({ id }) => id);
      while (page.before) {
        page = await list(
          new URLSearchParams({ sort, limit: "7", before: page.before }).toString(),
        );
        backwards.unshift(...page.rows.map(({ id }) => id));
      }
      expect(backwards).toEqual(forwards);
    },
  );

  test("is in the order that the URL asks for", async () => {
    const minutes = (await list("sort=-minutes_used&limit=200")).rows.map((r) =>
      Number(r.minutesUsed),
    );
    expect(minutes).toEqual([...minutes].sort((a, b) => b - a));
  });
});

describe("counts", () => {
  test("ignore their own field's choice and follow the others", async () => {
    const { filter } = parseRecordingQuery(new URLSearchParams("status=failed&campaign=~"));
    const facets = await countFacets(filter, "UTC");
    expect(facets.total).toBe(matching((r) => r.status === "failed" && r.campaign === null).length);
    for (const { value, count } of facets.status) {
      expect(count).toBe(matching((r) => r.campaign === null && r.status === value).length);
    }
    for (const { value, count } of facets.campaign) {
      expect(count).toBe(matching((r) => r.status === "failed" && r.campaign === value).length);
    }
  });

  test.each(["status=!completed", "gender=~", "gender=!~&status=!~", "status=~&transcript=~"])(
    "%s has as many of each value, the empty one too, as the list",
    async (search) => {
      const { filter } = parseRecordingQuery(new URLSearchParams(search));
      const facets = await countFacets(filter, "UTC");
      expect(facets.total).toBe((await ids(search)).length);
      for (const field of ["status", "gender"] as const) {
        const others = [...new URLSearchParams(search)].filter(([name]) => name !== field);
        for (const { value, count } of facets[field]) {
          const alone = new URLSearchParams([...others, [field, writeValue(value)]]);
          expect(count, `${alone}`).toBe((await ids(`${alone}`)).length);
        }
      }
    },
  );

  test("list a chosen value that nothing has", async () => {
    const { filter } = parseRecordingQuery(new URLSearchParams("status=unheard-of"));
    const { status } = await countFacets(filter, "UTC");
    expect(status).toContainEqual({ value: "unheard-of", count: 0 });
  });
});

test("a recording shows its unknown fields to the digit", async () => {
  const recording = await getRecording("rec-003");
  expect(recording?.extra).toEqual({
    items: [{ path: "sentiment", json: "9007199254740993" }],
    more: 0,
    isMoreAtLeast: false,
  });
  expect(await getRecording("none")).toBeNull();
  expect(await getRecording("\ud800")).toBeNull();
});

test.each([
  ["quotes", `'"\`‘“„«`],
  ["operators", "(a | b) & !c <-> d:* OR 1=1 -- ; /* */ \\ % _ ~ ^ $ [x] {2} ?"],
  ["emoji", "👩‍👩‍👧 🎧"],
  ["right to left", "مكالمة حملة \u202eabc\u202c שלום"],
  ["combining marks", `a${"\u0301".repeat(300)}`],
  ["many words", "a ".repeat(5_000)],
  ["one long word", "ab".repeat(5_000)],
  ["digits", "0".repeat(10_000)],
  ["wildcards", "%_".repeat(5_000)],
])("a search of %s gives calls or none, in time", async (_, q) => {
  const { filter, page } = parseRecordingQuery(new URLSearchParams({ q }));
  const started = performance.now();
  const { rows } = await listRecordings({ filter, page }, { timeZone: "UTC" });
  expect((await countFacets(filter, "UTC")).total).toBeGreaterThanOrEqual(rows.length);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("of calls that changed since a mark come those, too, that a slower transaction brought", async () => {
  const newest = await getNewestSeq();
  const second = 1_000n * seqsPerMs;
  const { rows } = await listRecordings(parseRecordingQuery(new URLSearchParams()), {
    timeZone: "UTC",
  });
  const ids = rows.map(({ id }) => id);
  expect(await listRecordingRows(ids, newest + second)).toHaveLength(ids.length);
  expect(await listRecordingRows(ids, newest + 3n * second)).toEqual([]);
});

test("a hundred random query strings never fail", async () => {
  const parameter = fc.constantFrom(
    ..."status campaign q from to transcript minutes sort after before limit gender type page".split(
      " ",
    ),
  );
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "~",
      "!~",
      "..",
      "2..3",
      "9999-12-31",
      "1000-01-01",
      "99999999~x",
      "-5~\u{10FFFF}",
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(parameter, value), { maxLength: 8 }), async (pairs) => {
      const query = parseRecordingQuery(new URLSearchParams(pairs));
      await listRecordings(query, { timeZone: "Pacific/Kiritimati" });
      await countFacets(query.filter, "Pacific/Pago_Pago");
    }),
    { numRuns: 100 },
  );
});

test("a list that nobody waits for any longer is given up", async () => {
  const query = parseRecordingQuery(new URLSearchParams("q=parcels"));
  const options = { timeZone: "UTC" };
  const { rows } = await listRecordings(query, options, AbortSignal.timeout(10_000));
  expect(rows).toEqual((await listRecordings(query, options)).rows);
  await expect(listRecordings(query, options, AbortSignal.abort())).rejects.toThrow();
});
