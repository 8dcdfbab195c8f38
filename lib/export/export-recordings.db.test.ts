import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, exportPool } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { storeAlone } from "@/lib/recordings/ledger/test-ledger";
import type { CallRecord } from "@/lib/recordings/record/call-record";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { Prisma } from "@/prisma/client/client";
import { exportRecordings, streamExport } from "./export-recordings";
import { exportColumns, parseExport } from "./parse-export";
import { toLiteralSql } from "./sql";
import { readCsv } from "./test-export";

let database: TestDatabase;
let pool: pg.Pool;
let seq = 0n;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

const beginnings = [..."=+-@\t\r\n＝＋－＠'\", "];
const text = fc
  .tuple(fc.constantFrom("", ...beginnings), fc.string({ unit: "binary", maxLength: 12 }))
  .map((parts) => parts.join("").replaceAll("\0", "").toWellFormed());

test("no cell of a CSV begins a formula, and every cell reads back equal", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 5, maxLength: 5 }), async (texts) => {
      const [status = "", campaign = "", summary = "", lastName = "", phone = ""] = texts;
      const record = toCallRecord(`csv-${seq}`, {
        status,
        campaign,
        summary,
        customerLastName: lastName,
        customerPhoneNumber: phone,
        extra: JSON.stringify({ odd: texts }),
      });
      await store([record]);
      const cells = await exportOne(record, "csv");
      for (const cell of cells.values()) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      const read = (name: string) => cells.get(name)?.replace(/^'/, "");
      expect(read("status")).toBe(status);
      expect(read("campaign")).toBe(campaign);
      expect(read("summary")).toBe(summary);
      expect(read("customer.details.last_name")).toBe(lastName);
      expect(read("customer.details.phone_number")).toBe(phone);
      expect(JSON.parse(read("extra") ?? "")).toEqual({ odd: texts });
      expect(read("minutes_used")).toBe("3");
    }),
    { numRuns: 60 },
  );
});

test("a file is named by the day of the viewer", async () => {
  const asked = wishOf(new URLSearchParams({ status: "no such status" }));
  const [east, west] = await Promise.all(
    ["Pacific/Kiritimati", "Pacific/Pago_Pago"].map(async (timeZone) => {
      const answer = await exportRecordings(asked, { ...viewer, timeZone });
      await answer.text();
      return answer.headers.get("content-disposition")?.match(/\d{4}-\d\d-\d\d/)?.[0] ?? "";
    }),
  );
  const days = (Date.parse(east ?? "") - Date.parse(west ?? "")) / 86_400_000;
  expect([1, 2]).toContain(days);
});

test("JSON Lines are nested as the interface is, and read back equal", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 3, maxLength: 3 }), async (texts) => {
      const [status = "", summary = "", firstName = ""] = texts;
      const record = toCallRecord(`json-${seq}`, {
        status,
        summary,
        customerFirstName: firstName,
        campaign: null,
        rosterAttachment: null,
        extra: JSON.stringify({ deep: { odd: texts } }),
      });
      await store([record]);
      expect(await exportOne(record, "jsonl")).toEqual({
        id: record.id,
        minutes_used: 3,
        call_sid: record.callSid,
        campaign: null,
        status,
        recording_attachment: record.recordingAttachment,
        has_transcript: true,
        summary,
        customer: {
          details: {
            id: record.customerId,
            first_name: firstName,
            last_name: "Haddad",
            phone_number: "+1 212 555 0142",
            gender: "female",
            email: "noor@example.com",
            type: "lead",
            is_confirmed: true,
            is_phone_number_correct: true,
          },
          roster_attachment: null,
        },
        created_at: "2026-11-20T10:00:00.000000Z",
        extra: { deep: { odd: texts } },
        status_name: status,
        campaign_name: null,
        tags: null,
        review: null,
        notes: null,
        transcript: { language: null, text: null },
      });
    }),
    { numRuns: 40 },
  );
});

test("holds what the filter matches, in its order, in the columns that were chosen", async () => {
  const records = ["2026-01-02", "2026-01-03", "2026-01-01"].map((day, n) =>
    toCallRecord(`order-${n}`, { createdAt: `${day}T10:00:00Z`, campaign: "it's in \\ order" }),
  );
  await store([...records, toCallRecord("order-other", { campaign: "other" })]);
  const csv = await exportText(
    new URLSearchParams({
      campaign: "it's in \\ order",
      columns: "id,customer.details.id",
      bom: "1",
    }),
  );
  expect(csv).toBe(
    `\uFEFFid,customer.details.id\n"order-1","cus-order-1"\n"order-0","cus-order-0"\n"order-2","cus-order-2"\n`,
  );
  const jsonl = await exportText(
    new URLSearchParams({
      campaign: "it's in \\ order",
      columns: "customer.details.id",
      sort: "created_at",
      format: "jsonl",
      after: "whatever",
    }),
  );
  expect(jsonl.trim().split("\n")).toEqual(
    ["2", "0", "1"].map((n) => `{"customer":{"details":{"id":"cus-order-${n}"}}}`),
  );
});

test("nothing that matches is a head alone", async () => {
  const csv = await exportText(new URLSearchParams({ status: "no such status" }));
  expect(csv).toBe(`${exportColumns.join(",")}\n`);
});

test("says what may have been missed in its days, in the header and in a last line", async () => {
  await pool.query(
    `INSERT INTO listening_period VALUES
       (gen_random_uuid(), '2026-01-01Z', '2026-02-01Z', false),
       (gen_random_uuid(), '2026-02-01 01:00Z', now(), false)`,
  );
  await pool.query(
    "INSERT INTO silence VALUES ('=it''s \"quiet\"', '2026-02-02Z', '2026-02-03Z', false, 9)",
  );
  const since = 'since="2026-01-01T00:00:00Z"';
  const gaps =
    `gaps=2, ${since}, not-listening=("2026-02-01T00:00:00Z/2026-02-01T01:00:00Z"), ` +
    `silence=("2026-02-02T00:00:00Z/2026-02-03T00:00:00Z";campaign="it's%20%22quiet%22";expected=9)`;
  const days = { from: "2026-02-01", to: "2026-02-02", status: "no such status" };
  const exportWith = async (parameters: Record<string, string>) => {
    const wish = wishOf(new URLSearchParams({ ...days, ...parameters }));
    const answer = await exportRecordings(wish, viewer);
    return { header: answer.headers.get("earshot-coverage"), file: await answer.text() };
  };

  const csv = await exportWith({ columns: "id,status", coverage: "1" });
  expect(csv.header).toBe(gaps);
  expect(readCsv(csv.file)).toEqual([["id", "status"], [`Earshot-Coverage: ${gaps}`]]);
  const jsonl = await exportWith({ format: "jsonl", coverage: "1" });
  expect(JSON.parse(jsonl.file)).toEqual({ "earshot-coverage": gaps });
  expect(await exportWith({ format: "jsonl", from: "2026-02-04", to: "2026-02-05" })).toEqual({
    header: `complete, ${since}`,
    file: "",
  });
});

test("a value stands in a statement as it would in a parameter", async () => {
  const values = fc.oneof(
    text,
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.array(text),
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      const { rows } = await pool.query(toLiteralSql(Prisma.sql`SELECT ${value} AS value`));
      const [row] = rows;
      expect(typeof value === "number" ? Number(row.value) : row.value).toEqual(value);
    }),
    { numRuns: 100 },
  );
});

test("who stops reading gives the connection back", async () => {
  for (let round = 0; round < 5; round++) {
    const answer = await exportRecordings(wishOf(new URLSearchParams()), viewer);
    await answer.body?.cancel();
  }
  await expect.poll(() => exportPool().waitingCount + busy()).toBe(0);
});

test("who reads more slowly than the least rate loses the file, and others don't", async () => {
  const statement = "COPY (SELECT repeat('x', 60000) FROM generate_series(1, 60)) TO STDOUT";
  const parts = { statement, beginning: "", end: "", pack: null };
  const readAll = async (msPerByte: number) => {
    const limits = { leastBytesPerSecond: 4_000_000, graceSeconds: 0.2 };
    let bytes = 0;
    for await (const piece of await streamExport(pool, parts, limits)) {
      bytes += piece.length;
      await new Promise((resolve) => setTimeout(resolve, piece.length * msPerByte));
    }
    return bytes;
  };
  expect(await readAll(0)).toBe(60 * 60_001);
  await expect(readAll(1 / 1_000)).rejects.toThrow("too slowly");
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("a database that goes in the middle breaks the file off", async () => {
  await pool.query(`INSERT INTO recording SELECT (jsonb_populate_record(recording,
      jsonb_build_object('id', 'many-' || n, 'summary', repeat('many ', 200)))).*
    FROM recording, generate_series(1, 6000) AS n WHERE id = 'order-0'`);
  const answer = await exportRecordings(wishOf(new URLSearchParams()), viewer);
  const reader = answer.body?.getReader();
  await reader?.read();
  await pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'earshot export'",
  );
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readOn()).rejects.toThrow();
});

const viewer = { timeZone: "UTC", viewerId: "viewer" };

function busy(): number {
  return exportPool().totalCount - exportPool().idleCount;
}

function wishOf(parameters: URLSearchParams) {
  const read = parseExport(parameters);
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  return read.wish;
}

async function exportText(parameters: URLSearchParams): Promise<string> {
  const answer = await exportRecordings(wishOf(parameters), viewer);
  return Buffer.from(await answer.arrayBuffer()).toString();
}

async function exportOne(record: CallRecord, format: "csv"): Promise<Map<string, string>>;
async function exportOne(record: CallRecord, format: "jsonl"): Promise<unknown>;
async function exportOne({ customerId }: CallRecord, format: "csv" | "jsonl") {
  const file = await exportText(new URLSearchParams({ customer: customerId, format }));
  if (format === "jsonl") return JSON.parse(file);
  const [head = [], cells = [], ...others] = readCsv(file);
  expect(others).toEqual([]);
  return new Map(head.map((name, index) => [name, cells[index] ?? ""]));
}

async function store(records: CallRecord[]): Promise<void> {
  await storeAlone(
    pool,
    records.map((record) => ({
      record,
      acceptedSeq: ++seq,
      acceptedAt: new Date(),
      position: 0,
      payloadHash: null,
      deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
    })),
  );
}
