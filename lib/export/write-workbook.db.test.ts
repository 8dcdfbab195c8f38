import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { storeAlone } from "@/lib/recordings/ledger/test-ledger";
import type { CallRecord } from "@/lib/recordings/record/call-record";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { exportRecordings } from "./export-recordings";
import { parseExport } from "./parse-export";
import { readWorkbook } from "./test-export";
import { writeWorkbook } from "./write-workbook";

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

const beginnings = [..."=+-@\t\r\n＝'\"<&> ", "&#10;", "_x0041_", "]]>", "\x01\x1f"];
const text = fc
  .tuple(fc.constantFrom("", ...beginnings), fc.string({ unit: "binary", maxLength: 12 }))
  .map((parts) => parts.join("").replaceAll("\0", "").toWellFormed());

test("a workbook holds text as text, which reads back equal, and times of the viewer's clock", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 4, maxLength: 4 }), async (texts) => {
      const [status = "", campaign = "", lastName = "", summary = ""] = texts;
      const phone = "00447911123456";
      const record = toCallRecord(`excel-${seq}`, {
        status,
        campaign,
        summary,
        customerLastName: lastName,
        customerPhoneNumber: phone,
        customerEmail: null,
        createdAt: "2026-07-01T22:30:00.250Z",
      });
      await store([record]);
      const wish = { customer: record.customerId };
      const { sheets, ending } = await exportWorkbook(wish, "Asia/Kathmandu");
      expect(ending).toMatch(/\D1 calls$/);
      const [head = [], cells = [], ...others] = sheets.get("Calls") ?? [];
      expect(others).toEqual([]);
      const read = new Map(head.map(({ value }, index) => [value, cells[index]]));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML can't hold
      const noXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
      const held = (value: string) => ({
        kind: "text",
        value: value.replace(/\r\n?/g, "\n").replace(noXml, "\ufffd"),
      });
      expect(read.get("status")).toEqual(held(status));
      expect(read.get("campaign")).toEqual(held(campaign));
      expect(read.get("summary")).toEqual(held(summary));
      expect(read.get("customer.details.last_name")).toEqual(held(lastName));
      expect(read.get("customer.details.phone_number")).toEqual(held(phone));
      expect(read.get("customer.details.email")).toEqual({ kind: "empty", value: "" });
      expect(read.get("minutes_used")).toEqual({ kind: "number", value: "3" });
      expect(read.get("has_transcript")).toEqual({ kind: "flag", value: "1" });
      // 46205 is 2 July 2026, and the clock there shows a quarter past four.
      expect(read.get("created_at (Asia/Kathmandu)")).toEqual({
        kind: "number",
        value: (46_205 + (4.25 * 3_600 + 0.25) / 86_400).toFixed(10),
      });
    }),
    { numRuns: 60 },
  );
});

test("what no cell of a workbook can hold is cut, or is text", async () => {
  const long = (unit: string, length: number) => unit.repeat(length / unit.length);
  await store([
    toCallRecord("far-1", { campaign: "far", createdAt: "1850-01-01T00:00:00Z" }),
    toCallRecord("far-2", { campaign: "far", summary: long("x", 40_000) }),
    toCallRecord("far-3", { campaign: "far", summary: long("😀", 40_000), status: "_x0041_" }),
    toCallRecord("far-4", { campaign: "far", summary: "a\r\nb\rc" }),
  ]);
  const columns = "created_at,summary,status";
  const { sheets } = await exportWorkbook({ campaign: "far", columns, coverage: "1" });
  const rows = new Map(sheets.get("Calls")?.map((row) => [row[0]?.value.at(0), row]));
  expect(rows.get("x")?.[0]?.value).toHaveLength(32_767);
  expect(rows.get("\ud83d")?.[0]?.value).toHaveLength(32_767);
  expect(rows.get("\ud83d")?.[2]?.value).toBe("_x0041_");
  expect(rows.get("a")?.[0]?.value).toBe("a\nb\nc");
  expect(sheets.get("Calls")?.at(-1)?.[1]).toEqual({ kind: "text", value: "1850-01-01 00:00:00" });
  expect(sheets.get("Coverage")?.[0]?.[0]?.value).toMatch(/^Earshot-Coverage: /);
});

test("a sheet that is full goes on in the next", async () => {
  async function* lines() {
    for (let n = 0; n < 900; n += 2) {
      const row = (at: number) => `<row><c><v>${at}</v></c><c/>${" ".repeat(700)}</row>\n`;
      // Rows come cut anywhere.
      const both = Buffer.from(row(n) + row(n + 1));
      yield both.subarray(0, n);
      yield both.subarray(n);
    }
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeWorkbook(lines(), { head: ["n"], note: "" }, 400)) {
    pieces.push(piece);
  }
  const sheets = readWorkbook(Buffer.concat(pieces));
  expect([...sheets.keys()]).toEqual(["Calls", "Calls 2", "Calls 3"]);
  const rows = [...sheets.values()].flatMap(([, ...rest]) => rest.map(([cell]) => cell?.value));
  expect(rows).toEqual(Array.from({ length: 900 }, (_, n) => String(n)));
  for (const sheet of sheets.values()) expect(sheet.length).toBeLessThanOrEqual(401);
});

async function exportWorkbook(parameters: Record<string, string>, timeZone = "UTC") {
  const read = parseExport(new URLSearchParams({ ...parameters, format: "excel" }));
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  const answer = await exportRecordings(read.wish, { timeZone, viewerId: "viewer" });
  const file = Buffer.from(await answer.arrayBuffer());
  return { sheets: readWorkbook(file), ending: file.toString("latin1").slice(-12) };
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
