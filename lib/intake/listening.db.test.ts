import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { unsavedPeriodsTopic } from "@/lib/coverage/listening-period";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { openDiskJournal } from "./journal/disk-journal";
import type { Journal } from "./journal/journal";
import { writePeriods } from "./journal-and-database";

const noonMs = Date.parse("2026-11-20T12:00:00Z");

let database: TestDatabase;
let pool: pg.Pool;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});
afterAll(async () => {
  unsavedPeriodsTopic.publish([]);
  await pool.end();
});

beforeEach(async () => {
  await pool.query("TRUNCATE listening_period");
  folder = mkdtempSync(join(tmpdir(), "earshot-heartbeat-"));
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Beats of a process at these seconds after noon. */
async function beatAt(journal: Journal, ...seconds: number[]): Promise<void> {
  for (const second of seconds) {
    const beat = { atMs: noonMs + second * 1_000, isFarewell: false };
    unsavedPeriodsTopic.publish(await journal.beat(beat));
  }
}

async function readSpans(): Promise<string[]> {
  const { rows } = await pool.query<{ span: string }>(
    `SELECT extract(epoch FROM started_at - $1)::int || '-' ||
            extract(epoch FROM last_beat_at - $1)::int AS span
     FROM listening_period ORDER BY started_at`,
    [new Date(noonMs)],
  );
  return rows.map(({ span }) => span);
}

test("what was heard while the database was away is told when it is back, by whoever lives then", async () => {
  const killed = openDiskJournal(folder);
  await beatAt(killed, 0, 5, 10);
  await pool.query("ALTER TABLE listening_period RENAME TO elsewhere");
  await expect(writePeriods(killed, pool)).rejects.toThrow();
  await beatAt(killed, 15);
  await killed.close();

  const next = openDiskJournal(folder);
  await beatAt(next, 60, 65);
  await pool.query("ALTER TABLE elsewhere RENAME TO listening_period");
  await writePeriods(next, pool);
  expect(await readSpans()).toEqual(["0-15", "60-65"]);

  await beatAt(next, 70);
  await writePeriods(next, pool);
  expect(await readSpans()).toEqual(["0-15", "60-70"]);
  await next.close();
});

test("a process that stood still has two periods", async () => {
  const frozen = openDiskJournal(folder);
  await beatAt(frozen, 0, 5);
  await writePeriods(frozen, pool);
  await beatAt(frozen, 3_600);
  await writePeriods(frozen, pool);
  expect(await readSpans()).toEqual(["0-5", "3600-3600"]);
  await frozen.close();
});

test("two hosts are heard each for itself", async () => {
  const other = mkdtempSync(join(tmpdir(), "earshot-heartbeat-"));
  const hosts = [openDiskJournal(folder), openDiskJournal(other)];
  for (const host of hosts) {
    await beatAt(host, 0, 5);
    await writePeriods(host, pool);
  }
  expect(await readSpans()).toEqual(["0-5", "0-5"]);
  await Promise.all(hosts.map((host) => host.close()));
  rmSync(other, { recursive: true, force: true });
});
