import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { storeRecords } from "../ledger/ledger";
import { toCallRecord } from "../record/test-record";
import type { ChangeNotice } from "./change-notices";
import { changeWatch, streamChanges } from "./changes";

let database: TestDatabase;
let pool: pg.Pool;
let seq = 0n;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
});
afterEach(() => changeWatch().stop());
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

test("what is stored is told at once, and what only repeats or fails is not", async () => {
  const { heard, stop } = await listen();
  await store(["a", "b"]);
  await expect.poll(heard, { timeout: 1_000, interval: 5 }).toEqual(["a", "b"]);
  await store(["a"]);
  await expect(store(["c"], { isFailing: true })).rejects.toThrow("on purpose");
  await store(["d"]);
  await expect.poll(heard, { timeout: 1_000, interval: 5 }).toEqual(["a", "b", "d"]);
  stop();
});

test("a burst is told in a few notices that name all", async () => {
  const { notices, heard, stop } = await listen();
  const ids = Array.from({ length: 40 }, (_, n) => `burst-${String(n).padStart(2, "0")}`);
  const beganMs = performance.now();
  for (const id of ids) await store([id]);
  await expect.poll(heard, { timeout: 2_000 }).toEqual(ids);
  // The first at once, then ten a second at most.
  expect(notices.length).toBeLessThanOrEqual(2 + (performance.now() - beganMs) / 100);
  stop();
});

test("a thousand are all told of the last change, but never many of them at once", async () => {
  const { stop } = await listen();
  const told = new Map<number, string[]>();
  const atTimes: number[] = [];
  const stops = Array.from({ length: 1_000 }, (_, n) =>
    changeWatch().watch(({ ids }) => {
      told.set(n, [...(told.get(n) ?? []), ...(ids ?? [])]);
      atTimes.push(performance.now());
    }),
  );
  for (const id of ["many-1", "many-2", "many-3"]) {
    await store([id]);
    await sleep(150);
  }
  const whole = () => [...told.values()].filter((ids) => ids.includes("many-3")).length;
  await expect.poll(whole, { timeout: 10_000 }).toBe(1_000);
  for (const ids of told.values())
    expect(new Set(ids)).toEqual(new Set(["many-1", "many-2", "many-3"]));
  // In a burst all would be told in one turn of the process.
  const together = atTimes.filter((at) => at - (atTimes[0] ?? 0) < 5);
  expect(together.length).toBeLessThanOrEqual(40);
  for (const leave of [...stops, stop]) leave();
});

test("a listener that was cut off looks for what it missed, and listens again", async () => {
  const { notices, heard, stop } = await listen();
  await endListeners();
  await addDelivery();
  await expect.poll(() => notices, { timeout: 5_000 }).toContainEqual({ ids: null });
  await expect.poll(countListeners, { timeout: 15_000 }).toBe(1);
  await expect
    .poll(
      async () => {
        await store([`again-${seq}`]);
        await sleep(100);
        return heard().length;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  stop();
});

test("a reader who is slow gets what was missed in one piece, and who is let go hears no more", async () => {
  const stream = streamChanges({
    signal: new AbortController().signal,
    confirm: async () => true,
    seenMs: () => 0,
    release: () => undefined,
  });
  const reader = stream.getReader();
  expect(await readText(reader)).toBe("event: beat\ndata: null\n\n");
  expect(await readText(reader)).toContain('"ids":null');
  for (const id of ["slow-1", "slow-2", "slow-3"]) {
    await store([id]);
    await sleep(150);
  }
  const told = [await readText(reader), await readText(reader)].join("");
  for (const id of ["slow-1", "slow-2", "slow-3"]) expect(told).toContain(`"${id}"`);
  await reader.cancel();
});

/** Begins to listen and waits until it hears. */
async function listen() {
  const notices: ChangeNotice[] = [];
  const stop = changeWatch().watch((notice) => notices.push(notice));
  const heard = () => [...new Set(notices.flatMap(({ ids }) => ids ?? []))].sort();
  await expect
    .poll(
      async () => {
        await pool.query("SELECT pg_notify('earshot_recordings', $1)", ['{"ids":["hello"]}']);
        await sleep(20);
        return heard().length;
      },
      { timeout: 5_000 },
    )
    .toBe(1);
  await sleep(150);
  notices.length = 0;
  return { notices, heard, stop };
}

async function store(ids: string[], { isFailing = false } = {}): Promise<void> {
  seq += 1n;
  await inTransaction(pool, async (client) => {
    const records = ids.map((id, position) => ({
      record: toCallRecord(id),
      acceptedSeq: seq,
      acceptedAt: new Date(),
      payloadHash: null,
      deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
      position,
    }));
    await storeRecords(client, records);
    if (isFailing) throw new Error("on purpose");
  });
}

/** As the drain does when it has read a delivery. */
async function addDelivery(): Promise<void> {
  seq += 1n;
  await pool.query(
    `INSERT INTO delivery (id, accepted_on, accepted_at, accepted_seq, bytes, sha256, secret_hash,
                           remote_address, outcome)
     VALUES (gen_random_uuid(), current_date, now(), $1, 0, '', '', '', 'stored')`,
    [seq],
  );
}

const listeners =
  "FROM pg_stat_activity WHERE application_name = 'earshot live' AND datname = current_database()";

async function endListeners(): Promise<void> {
  await pool.query(`SELECT pg_terminate_backend(pid) ${listeners}`);
}

async function countListeners(): Promise<number> {
  const { rows } = await pool.query(`SELECT count(*)::int AS count ${listeners}`);
  return rows[0].count;
}

async function readText(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  return new TextDecoder().decode((await reader.read()).value);
}
