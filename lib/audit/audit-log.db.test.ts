import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/lib/platform/database/db";
import {
  createTestDatabase,
  eachAlone,
  type TestDatabase,
} from "@/lib/platform/database/test-database";
import { listEntries, recordChange } from "./audit-log";
import { type AuditEntryView, type AuditQuery, everyEntry } from "./views";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
});
afterAll(async () => {
  await closeDatabase();
});

const start = Date.parse("2026-11-20T10:00:00Z");
const page = { after: null, before: null, limit: 3 };
const list = (filter: Partial<AuditQuery["filter"]>, limit = 50) =>
  listEntries({ filter: { ...everyEntry, ...filter }, page: { ...page, limit } });
const toWords = ({ what, userId, recordingId, calls }: AuditEntryView) =>
  `${userId} ${what.action} ${recordingId ?? "-"} ${calls}`;

async function listen(userId: string, recordingId: string, atMs: number): Promise<void> {
  const at = new Date(start + atMs);
  const told = { startedAt: at, lastAt: at, ranges: [0, 9], seconds: 9 };
  await db().listen.create({ data: { recordingId, userId, id: randomUUID(), ...told } });
}

test("listens and changes are one log, page by page, by person, recording and activity", async () => {
  const by = (userId: string, recordingId: string | null, calls = 1) => ({
    userId,
    recordingId,
    calls,
  });
  const bulk = randomUUID();
  await recordChange(eachAlone(db()), { action: "tag-created", name: "VIP" }, by("ann", null, 0));
  await recordChange(
    eachAlone(db()),
    { action: "review-changed", state: "flagged" },
    by("bob", "a"),
  );
  for (const calls of [500, 500, 7]) {
    await recordChange(eachAlone(db()), { action: "protected" }, by("ann", null, calls), bulk);
  }
  await recordChange(eachAlone(db()), { action: "unprotected" }, by("bob", "b"));
  await db().auditEntry.create({
    data: {
      recordingId: "",
      id: randomUUID(),
      userId: "ann",
      activity: "later",
      calls: 0,
      at: new Date(start),
      change: { action: "something-else" },
    },
  });
  // Several of one instant, whose ids order them.
  await db().$executeRaw`UPDATE audit_entry SET at = ${new Date(start)}`;
  for (const atMs of [-1_000, 0, 1_000]) await listen("ann", "a", atMs);
  await listen("bob", "b", 0);

  const all = (await list({})).rows;
  expect(all.map(toWords).toSorted()).toEqual([
    "ann listened a 1",
    "ann listened a 1",
    "ann listened a 1",
    "ann protected - 1007",
    "ann tag-created - 0",
    "ann unknown - 0",
    "bob listened b 1",
    "bob review-changed a 1",
    "bob unprotected b 1",
  ]);
  expect(all.map(({ at }) => Date.parse(at) - start)).toEqual([1_000, ...Array(7).fill(0), -1_000]);

  const paged: AuditEntryView[] = [];
  for (let query: AuditQuery = { filter: everyEntry, page }; ; ) {
    const { rows, after } = await listEntries(query);
    paged.push(...rows);
    if (after === null) break;
    query = { ...query, page: { ...page, after } };
    const { before } = await listEntries(query);
    const back = await listEntries({ ...query, page: { ...page, before } });
    expect(back.rows).toEqual(rows);
  }
  expect(paged).toEqual(all);

  const words = async (filter: Partial<AuditQuery["filter"]>) =>
    (await list(filter)).rows.map(toWords);
  expect(await words({ activity: "listen", person: "bob" })).toEqual(["bob listened b 1"]);
  expect(await words({ activity: "tag" })).toEqual(["ann tag-created - 0"]);
  expect(await words({ activity: "review" })).toEqual(["bob review-changed a 1"]);
  expect((await words({ activity: "protection" })).toSorted()).toEqual([
    "ann protected - 1007",
    "bob unprotected b 1",
  ]);
  expect((await words({ recording: "b" })).toSorted()).toEqual([
    "bob listened b 1",
    "bob unprotected b 1",
  ]);
});
