import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { parseRecordingQuery } from "../filter/filter-url";
import { storeAlone } from "../ledger/test-ledger";
import { toCallRecord } from "../record/test-record";
import { getNeighbours, listRecordings } from "./queries";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  // Several of one instant and of one length, so that the id decides between them.
  const arrived = Array.from({ length: 24 }, (_, n) => ({
    record: toCallRecord(`rec-${n}`, {
      createdAt: new Date(Date.UTC(2026, 10, 1, Math.floor(n / 4))).toISOString(),
      minutesUsed: n % 3,
      status: n % 2 ? "failed" : "completed",
    }),
    acceptedSeq: BigInt(n + 1),
    acceptedAt: new Date(),
    payloadHash: null,
    deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
    position: n,
  }));
  await storeAlone(pool, arrived);
  await pool.end();
});
afterAll(async () => {
  await closeDatabase();
});

const options = { timeZone: "UTC" };
const parse = (search: string) => parseRecordingQuery(new URLSearchParams(search));

test.each(
  ["-created_at", "created_at", "-minutes_used", "minutes_used"].flatMap((sort) => [
    `sort=${sort}`,
    `sort=${sort}&status=failed`,
  ]),
)("%s: each call's neighbours are those of the list", async (search) => {
  const { rows } = await listRecordings(parse(`${search}&limit=200`), options);
  const ids = rows.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(10);
  for (const [index, id] of ids.entries()) {
    expect(await getNeighbours(id, parse(search), options)).toEqual({
      previous: ids[index - 1] ?? null,
      next: ids[index + 1] ?? null,
    });
  }
});

test("a call outside the filter has the neighbours of its place", async () => {
  expect(await getNeighbours("rec-3", parse("status=completed"), options)).toEqual({
    previous: "rec-4",
    next: "rec-2",
  });
});

test("a call that is not there has none", async () => {
  expect(await getNeighbours("never", parse(""), options)).toEqual({ previous: null, next: null });
});
