import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LostLease } from "@/lib/ops/lease-sql";
import { claimTask, requestTask } from "@/lib/ops/task-lease";
import { prismaOn } from "@/lib/platform/database/transaction";
import { drainBatch } from "../drain/drain-batch";
import { ensureNextDays } from "../store/delivery-ranges";
import { listPartitions } from "../store/partitions-sql";
import { dropRange } from "./body-ranges";
import {
  acceptOn,
  heldBack,
  openTestRetention,
  type TestRetention,
  understood,
  whenOver,
} from "./test-retention";
import { tidyBodies } from "./tidy-bodies";

let retention: TestRetention;
let pool: pg.Pool;
const me = randomUUID();

beforeAll(async () => {
  retention = await openTestRetention();
  pool = retention.pool;
});
beforeEach(() => retention.forget());
afterAll(() => retention.close());

/** As if both clocks said so. */
function tidyOnce(claimant: string, now: Date) {
  return tidyBodies(pool, claimant, now, async () => now);
}

async function tidyAt(now: Date): Promise<void> {
  await requestTask(pool, "retention");
  expect(await tidyOnce(me, now)).toBe("tidied");
}

async function readFault(): Promise<unknown> {
  return (await pool.query("SELECT fault FROM upkeep")).rows[0]?.fault;
}

test("a day that somebody holds is left for later, and no delivery waits for it", async () => {
  const day = "2025-06-01";
  const entries = await retention.deliverOn(day, [understood()]);
  await retention.deliverOn("2025-06-20", [understood()]);
  const reader = new pg.Client({ connectionString: retention.url });
  await reader.connect();
  await reader.query("BEGIN");
  await reader.query("SELECT count(*) FROM delivery_body");
  const tidying = tidyAt(whenOver(day, 90));
  const waits: number[] = [];
  for (let n = 0; n < 20; n++) {
    const startedMs = performance.now();
    await drainBatch(pool, [acceptOn("2025-06-20", understood())]);
    waits.push(performance.now() - startedMs);
  }
  await tidying;
  // Whoever waited for the reader would wait for ever; a machine that has more to do takes its time.
  expect(Math.max(...waits)).toBeLessThan(5_000);
  expect(await readFault()).toContain(day);
  expect(await retention.readKept(entries)).toHaveLength(1);
  await reader.query("COMMIT");
  await reader.end();
  await tidyAt(whenOver(day, 90));
  expect(await retention.readKept(entries)).toEqual([]);
  expect(await readFault()).toBeNull();
});

test("what is held back late, between the copy and the drop, is not lost", async () => {
  const day = "2025-07-01";
  const entries = await retention.deliverOn(day, Array.from({ length: 30 }, understood));
  const held: string[] = [];
  let isTidying = true;
  const tidying = tidyAt(whenOver(day, 90)).finally(() => {
    isTidying = false;
  });
  while (isTidying) {
    const [late] = await retention.deliverOn(day, [heldBack()]);
    if (late) held.push(late.deliveryId);
  }
  await tidying;
  const { rows } = await pool.query("SELECT id FROM delivery_body WHERE id = ANY($1::uuid[])", [
    held,
  ]);
  expect(rows).toHaveLength(held.length);
  await tidyAt(whenOver(day, 90));
  expect(await retention.readKept(entries)).toEqual([]);
});

test("several processes at once tidy once, and a silent one is taken over from", async () => {
  const day = "2025-08-01";
  const entries = await retention.deliverOn(day, [understood(), heldBack()]);
  const tidied = await Promise.all(
    [1, 2, 3, 4].map(() => tidyOnce(randomUUID(), whenOver(day, 90))),
  );
  expect(tidied.filter((outcome) => outcome === "tidied")).toHaveLength(1);
  expect(await retention.readKept(entries)).toHaveLength(1);
  expect((await pool.query("SELECT FROM body_drop WHERE accepted_on = $1", [day])).rowCount).toBe(
    1,
  );
  await pool.query("UPDATE upkeep SET finished_at = NULL, claimed_by = $1", [randomUUID()]);
  await pool.query("UPDATE upkeep SET claimed_until = now() + interval '1 minute'");
  expect(await tidyOnce(me, whenOver(day, 90))).toBe("not-due");
  await pool.query("UPDATE upkeep SET claimed_until = now() - interval '1 second'");
  expect(await tidyOnce(me, whenOver(day, 90))).toBe("tidied");
  expect(await tidyOnce(me, whenOver(day, 90)), "within an hour").toBe("not-due");
});

test("one that was taken over from drops nothing any more", async () => {
  const day = "2025-08-10";
  const entries = await retention.deliverOn(day, [understood()]);
  const task = await claimTask(pool, "retention", me, 0);
  const { partitions } = await listPartitions(prismaOn(pool), "delivery_body");
  const partition = partitions.find(({ from }) => from === day);
  if (!task || !partition) throw new Error("a task and a partition expected");
  await pool.query("UPDATE upkeep SET claimed_by = $1", [randomUUID()]);
  const drop = { retentionDays: 90, droppedAt: new Date() };
  await expect(dropRange(pool, task, partition, drop)).rejects.toThrow(LostLease);
  expect(await retention.readKept(entries)).toHaveLength(1);
});

test("a copy that a dead process left is forgotten", async () => {
  const day = "2025-09-01";
  const entries = await retention.deliverOn(day, [understood(), heldBack()]);
  await pool.query("CREATE TABLE delivery_body_20250901_rest (LIKE delivery_body)");
  await pool.query("CREATE TABLE delivery_body_20240101_rest (LIKE delivery_body)");
  await tidyAt(whenOver(day, 90));
  expect(await retention.readKept(entries)).toHaveLength(1);
  const { rows } = await pool.query("SELECT FROM pg_class WHERE relname ~ '_rest$'");
  expect(rows).toHaveLength(0);
});
test("a delivery of a new day waits for nobody who holds the tables", async () => {
  const reader = await pool.connect();
  await reader.query("BEGIN");
  await reader.query("SELECT count(*) FROM delivery_body");
  const [entry] = await retention.deliver("2026-02-01", [understood()]);
  expect(entry && (await retention.partitionOf(entry))).toBe("delivery_body_default");
  await reader.query("COMMIT");
  reader.release();
  const [next] = await retention.deliver("2026-02-01", [understood()]);
  expect(next && (await retention.readKept([next]))).toHaveLength(1);
});

test("the next day's partitions are there before its first delivery", async () => {
  // A Sunday: a week, or four, end with it.
  await ensureNextDays(pool, new Date("2026-04-12T23:59:59Z"));
  const { rows } = await pool.query(
    `SELECT to_regclass('delivery_20260413') IS NOT NULL AS delivery,
       to_regclass('delivery_body_20260413') IS NOT NULL AS body`,
  );
  expect(rows).toEqual([{ delivery: true, body: true }]);
  const [first] = await retention.deliver("2026-04-13", [understood()]);
  expect(first && (await retention.partitionOf(first))).toBe("delivery_body_20260413");
});
