import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { getDelivery, getDeliveryDetails } from "../deliveries/get-delivery";
import { listDeliveries } from "../deliveries/sql";
import { openDiskJournal } from "../journal/disk-journal";
import type { Journal } from "../journal/journal";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { emptyDeliveryFilter, firstDeliveryPage } from "../views/delivery-log";
import { drainEntries } from "./drain-entries";

let database: TestDatabase;
let pool: pg.Pool;
let folder: string;
let journal: Journal;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, query_timeout: 10_000 });
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await Promise.all([pool.end(), closeDatabase()]);
});
beforeEach(async () => {
  await pool.query(
    "TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest",
  );
  folder = await mkdtemp(join(tmpdir(), "earshot-extremes-"));
  journal = openDiskJournal(folder);
});
afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true });
});

const append = (body: string | Buffer) => journal.append(toNewEntry(body));

async function drainAll(): Promise<void> {
  for (let entries = await journal.read(9, 1e8); entries.length > 0; ) {
    await drainEntries(pool, journal, entries);
    entries = await journal.read(9, 1e8);
  }
}

test("500,000 objects that are no records are held back in seconds", async () => {
  const { deliveryId } = await append(`[${Array(500_000).fill("{}").join()}]`);
  const beganMs = performance.now();
  await drainAll();
  expect(performance.now() - beganMs).toBeLessThan(15_000);
  expect(await getDelivery(deliveryId)).toMatchObject({
    outcome: "quarantined",
    records: [{ outcome: "quarantined" }],
  });
});

test("20,000 records are stored, and the process is never held up for long", async () => {
  const records = Array.from({ length: 20_000 }, (_, n) =>
    toPayload(`r${n}`, { summary: `Asked for ${n}.` }),
  );
  const { deliveryId } = await append(gzipSync(JSON.stringify(records)));
  records.length = 0;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  let mostBytes = 0;
  const watch = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage().heapUsed);
  }, 50);
  delay.enable();
  const beganMs = performance.now();
  await drainAll();
  const tookMs = performance.now() - beganMs;
  delay.disable();
  clearInterval(watch);
  console.info(
    `20,000 records: ${Math.round(tookMs)} ms, longest block ${Math.round(delay.max / 1e6)} ms, ` +
      `99 % below ${Math.round(delay.percentile(99) / 1e6)} ms, heap ${Math.round(mostBytes / 1e6)} MB`,
  );
  const { rows } = await pool.query(
    `SELECT count(*)::int AS recordings, (SELECT count(*)::int FROM recording_delivery) AS counted,
            (SELECT jsonb_array_length(records) FROM delivery) AS records FROM recording`,
  );
  expect(rows).toEqual([{ recordings: 20_000, counted: 20_000, records: 20_000 }]);
  // A busy machine takes three times as long; all at once takes longer still.
  expect(delay.max / 1e6).toBeLessThan(6_000);
  expect(delay.percentile(99) / 1e6).toBeLessThan(1_500);
  const query = { filter: emptyDeliveryFilter, page: { ...firstDeliveryPage, limit: 10 } };
  const views: [string, number, () => Promise<unknown>][] = [
    ["the log", 1e6, () => listDeliveries(query, "UTC")],
    ["its page", 1e6, () => getDeliveryDetails(deliveryId)],
    ["the API", 50e6, () => getDelivery(deliveryId)],
  ];
  for (const [name, mostCharacters, view] of views) {
    const startedMs = performance.now();
    const characters = JSON.stringify(await view(), (_, value) =>
      typeof value === "bigint" ? `${value}` : value,
    ).length;
    const viewMs = Math.round(performance.now() - startedMs);
    console.info(`${name}: ${viewMs} ms, ${characters} characters`);
    expect(characters).toBeLessThan(mostCharacters);
    expect(viewMs).toBeLessThan(3_000);
  }
}, 600_000);
