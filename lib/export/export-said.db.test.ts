import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { storeAlone } from "@/lib/recordings/ledger/test-ledger";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { exportRecordings } from "./export-recordings";
import { parseExport } from "./parse-export";
import { readCsv } from "./test-export";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

test("what people said of a call stands beside it, in words and as JSON has it", async () => {
  await storeAlone(pool, [
    {
      record: toCallRecord("said", {}),
      acceptedSeq: 1n,
      acceptedAt: new Date(),
      position: 0,
      payloadHash: null,
      deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
    },
  ]);
  const at = new Date("2026-11-23T10:00:00.000Z");
  const by = { changedBy: "ada", createdBy: "ada" };
  await db().user.create({ data: { id: "ada", name: "=Ada", email: "ada@example.com" } });
  await db().tag.createMany({
    data: [
      { key: "vip", name: "VIP", nameKey: "vip", colour: "red", ...by },
      { key: "fire", name: "🔥", nameKey: "🔥", colour: "red", ...by },
      { key: "gone", name: "Gone", colour: "red", deletedAt: at, ...by },
    ],
  });
  const tag = { recordingId: "said", isOn: true, addedBy: "ada", addedAt: at };
  await db().recordingTag.createMany({
    data: ["fire", "vip", "gone"].map((tagKey) => ({ ...tag, id: randomUUID(), tagKey })),
  });
  const review = { recordingId: "said", id: randomUUID(), reviewedBy: "ada", reviewedAt: at };
  await db().review.create({
    data: { ...review, state: "flagged", reason: 'rude, "very"', isCurrent: true },
  });
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const note = { recordingId: "said", authorId: "ada" };
  await db().note.createMany({
    data: [
      { ...note, id: first, text: "Listen\nhere", atMs: 3_642_500, createdAt: at },
      {
        ...note,
        id: second,
        text: "I did",
        authorId: "left",
        replyToId: first,
        createdAt: new Date(at.getTime() + 1_000),
      },
      { ...note, id: third, text: "no more", createdAt: at, deletedAt: at, deletedBy: "ada" },
    ],
  });
  const [, cells] = readCsv(await exportSaid("csv"));
  expect(cells).toEqual([
    "VIP; 🔥",
    'flagged: rude, "very" (=Ada, 2026-11-23T10:00:00Z)',
    "'=Ada, 2026-11-23T10:00:00Z, at 1:00:42: Listen\nhere\nFormer member, 2026-11-23T10:00:01Z: I did",
  ]);
  expect(JSON.parse(await exportSaid("jsonl"))).toMatchObject({
    tags: ["VIP", "🔥"],
    review: { state: "flagged", reason: 'rude, "very"', by: "=Ada", at: "2026-11-23T10:00:00Z" },
    notes: [
      {
        id: first,
        reply_to: null,
        text: "Listen\nhere",
        seconds: 3642.5,
        by: "=Ada",
        edited: null,
      },
      { id: second, reply_to: first, text: "I did", seconds: null, by: null },
    ],
  });
});

async function exportSaid(format: "csv" | "jsonl"): Promise<string> {
  const read = parseExport(new URLSearchParams({ columns: "tags,review,notes", format }));
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  const answer = await exportRecordings(read.wish, { timeZone: "UTC", viewerId: "viewer" });
  return answer.text();
}
