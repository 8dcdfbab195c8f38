import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "@/lib/platform/database/test-database";
import { drainBatch } from "../drain/drain-batch";
import type { JournalEntry } from "../journal/journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { toNewEntry, toPayload } from "../journal/test-entry";

let pool: pg.Pool;

beforeEach(async () => {
  process.env.LOG_LEVEL = "silent";
  const { url } = await createTestDatabase();
  pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => undefined);
});
afterEach(() => pool.end());

/** As another process has them, which remembers nothing. */
async function startProcess() {
  vi.resetModules();
  return import("./delivery-ranges");
}

async function readRanges(parent = "delivery_body"): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT relname, pg_get_expr(relpartbound, oid) AS bounds FROM pg_class
     WHERE relispartition AND relkind = 'r' AND relname ~ $1 ORDER BY relname`,
    [`^${parent}_\\d`],
  );
  return rows.map(({ bounds }) => bounds.replace(/[^\d-]+/g, " ").trim());
}

function accept(day: string): JournalEntry {
  const acceptedSeq = new SequenceGenerator(1, 0n, () => Date.parse(`${day}T12:00:00Z`)).next();
  return { ...toNewEntry(toPayload(day)), acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
}

async function partitionOf({ deliveryId }: JournalEntry): Promise<string> {
  const { rows } = await pool.query(
    "SELECT tableoid::regclass::text AS name FROM delivery_body WHERE id = $1",
    [deliveryId],
  );
  return rows[0]?.name;
}

/** As an older version makes it. */
function makeDay(day: string, next: string) {
  const named = day.replaceAll("-", "");
  return pool.query(
    `CREATE TABLE IF NOT EXISTS delivery_${named} PARTITION OF delivery
       FOR VALUES FROM ('${day}') TO ('${next}');
     CREATE TABLE IF NOT EXISTS delivery_body_${named} PARTITION OF delivery_body
       FOR VALUES FROM ('${day}') TO ('${next}')`,
  );
}

/** Bytes that stay as large as they are. */
async function fill(day: string, megabytes: number) {
  await pool.query(
    `ALTER TABLE delivery_body_${day.replaceAll("-", "")} ALTER COLUMN body SET STORAGE EXTERNAL`,
  );
  await pool.query(
    `INSERT INTO delivery_body (id, accepted_on, headers, body)
     SELECT gen_random_uuid(), $1, '[]', convert_to(repeat('x', 1048576), 'UTF8')
     FROM generate_series(1, $2::int)`,
    [day, megabytes],
  );
}

test("a small installation gets partitions of a week, then of four, and few of them", async () => {
  const { ensureNextDays } = await startProcess();
  for (let day = 0; day < 90; day++) {
    await ensureNextDays(pool, new Date(Date.UTC(2026, 10, 25 + day, 12)));
  }
  const ranges = [
    "2026-11-25 2026-11-30",
    "2026-11-30 2026-12-21",
    "2026-12-21 2027-01-18",
    "2027-01-18 2027-02-15",
    "2027-02-15 2027-03-15",
  ];
  expect(await readRanges()).toEqual(ranges);
  expect(await readRanges("delivery")).toEqual(ranges);
  const entry = accept("2027-01-01");
  await drainBatch(pool, [entry]);
  expect(await partitionOf(entry)).toBe("delivery_body_20261221");
});

test("a large one gets partitions of a day, until it is small again", async () => {
  await makeDay("2026-11-23", "2026-11-24");
  await fill("2026-11-23", 160);
  const { ensureNextDays } = await startProcess();
  await ensureNextDays(pool, new Date("2026-11-24T00:00:00Z"));
  const first = ["2026-11-23 2026-11-24", "2026-11-24 2026-11-25", "2026-11-25 2026-11-26"];
  expect(await readRanges()).toEqual(first);
  expect(await readRanges("delivery")).toEqual(first);
  await ensureNextDays(pool, new Date("2026-11-25T12:00:00Z"));
  expect(await readRanges()).toEqual([...first, "2026-11-26 2026-11-30"]);
});

test("after partitions of a day each, longer ones begin where an older version needs none", async () => {
  await makeDay("2026-11-26", "2026-11-27");
  await makeDay("2026-11-27", "2026-11-28");
  const { ensureNextDays, ensureDeliveryDays } = await startProcess();
  await ensureNextDays(pool, new Date("2026-11-26T23:59:00Z"));
  expect(await readRanges()).toHaveLength(2);
  await ensureNextDays(pool, new Date("2026-11-27T00:01:00Z"));
  const longer = "2026-11-28 2026-12-21";
  expect(await readRanges()).toEqual(["2026-11-26 2026-11-27", "2026-11-27 2026-11-28", longer]);
  // What the older one asks for today, and tomorrow by the same name.
  await makeDay("2026-11-27", "2026-11-28");
  await makeDay("2026-11-28", "2026-11-29");
  await expect(makeDay("2026-11-29", "2026-11-30")).rejects.toMatchObject({ code: "42P17" });
  // Days that came late lie in what is free.
  await ensureDeliveryDays(pool, ["2026-11-24", "2026-11-17"]);
  expect(await readRanges()).toEqual([
    "2026-11-17 2026-11-23",
    "2026-11-24 2026-11-26",
    "2026-11-26 2026-11-27",
    "2026-11-27 2026-11-28",
    longer,
  ]);
});

test("several processes that decide at once, and otherwise, leave no day without a partition", async () => {
  const processes = [];
  for (let n = 0; n < 6; n++) processes.push(await startProcess());
  const days = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-12-05", "2026-12-24"];
  const bytesPerDay = [0, 100 * 1_024 ** 2, 1_024 ** 3];
  await Promise.all(
    processes.map(({ ensureDeliveryDays }, n) =>
      ensureDeliveryDays(pool, days.slice(n % 3), { bytesPerDay: bytesPerDay[n % 3] }),
    ),
  );
  const entries = days.map(accept);
  await drainBatch(pool, entries);
  for (const entry of entries) expect(await partitionOf(entry)).toMatch(/^delivery_body_\d{8}$/);
  const ranges = await readRanges();
  for (const [n, range] of ranges.slice(1).entries()) {
    expect(range.slice(0, 10) >= (ranges[n]?.slice(11) ?? "")).toBe(true);
  }
});

test("where the default partition has rows of later days, it is as long as it can be", async () => {
  const entry = accept("2026-12-03");
  await pool.query(
    "INSERT INTO delivery_body_default (id, accepted_on, headers, body) VALUES ($1, $2, '[]', '')",
    [entry.deliveryId, "2026-12-03"],
  );
  const { ensureDeliveryDays } = await startProcess();
  await ensureDeliveryDays(pool, ["2026-11-24", "2026-12-01", "2026-12-03", "2026-12-04"], {
    bytesPerDay: 0,
  });
  expect(await readRanges()).toEqual([
    "2026-11-24 2026-11-30",
    "2026-12-01 2026-12-02",
    "2026-12-04 2026-12-21",
  ]);
  expect(await readRanges("delivery")).toEqual(["2026-11-24 2026-12-21"]);
});
