import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { storeAlone } from "@/lib/recordings/ledger/test-ledger";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { exportRecordings } from "./export-recordings";
import { type ExportFormat, parseExport } from "./parse-export";
import { readCsv, readWorkbook } from "./test-export";

let database: TestDatabase;
let pool: pg.Pool;

const odd = `=it's "one" \\ 転送 🔥`;
const calls = [
  { status: "completed", campaign: "spr_26" },
  { status: "complted", campaign: odd },
  { status: "Completed", campaign: null },
  { status: "", campaign: "autumn" },
];
/** Under which names they count. */
const names = [
  ["completed", "Spring 2026"],
  ["completed", `${odd}!`],
  ["completed", null],
  ["", "autumn"],
];

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await storeAlone(
    pool,
    calls.map((call, n) => ({
      record: toCallRecord(`named-${n}`, { ...call, createdAt: `2026-01-0${n + 1}T10:00:00Z` }),
      acceptedSeq: BigInt(n + 1),
      acceptedAt: new Date(),
      position: 0,
      payloadHash: null,
      deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
    })),
  );
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

test("where nobody named anything, a name is the value", async () => {
  const values = calls.map(({ status, campaign }) => [status, campaign]);
  expect(await exportNames("jsonl")).toEqual(values);
});

test("values that were merged have one name in every format, beside what arrived", async () => {
  const changed = { changedBy: "ada", changedAt: new Date() };
  await db().vocabularyTerm.createMany({
    data: [
      { field: "status", value: "complted", displayName: "completed", ...changed },
      { field: "status", value: "Completed", displayName: "completed", ...changed },
      // A name of the other field, and a colour alone, name nothing.
      { field: "status", value: "autumn", displayName: "wrong", ...changed },
      { field: "campaign", value: "autumn", colour: "red", ...changed },
      { field: "campaign", value: "spr_26", displayName: "Spring 2026", ...changed },
      { field: "campaign", value: odd, displayName: `${odd}!`, ...changed },
    ],
  });
  expect(await exportNames("jsonl")).toEqual(names);
  expect(await exportNames("excel")).toEqual(names.map((row) => row.map((name) => name ?? "")));
  const inCsv = (name: string | null) => (name?.startsWith("=") ? `'${name}` : (name ?? ""));
  expect(await exportNames("csv")).toEqual(names.map((row) => row.map(inCsv)));
  expect(await exportNames("jsonl", "status,campaign")).toEqual(
    calls.map(({ status, campaign }) => [campaign, status]),
  );
});

/** Each call's cells, the first call first. */
async function exportNames(format: ExportFormat, columns = "status_name,campaign_name") {
  const asked = new URLSearchParams({ columns, format, sort: "created_at" });
  const read = parseExport(asked);
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  const answer = await exportRecordings(read.wish, { timeZone: "UTC", viewerId: "viewer" });
  const file = Buffer.from(await answer.arrayBuffer());
  if (format === "csv") return readCsv(file.toString()).slice(1);
  if (format === "excel") {
    const [, ...rows] = readWorkbook(file).get("Calls") ?? [];
    return rows.map((row) => row.map(({ value }) => value));
  }
  const lines = file.toString().trim().split("\n");
  return lines.map((line) => Object.values(JSON.parse(line)));
}
