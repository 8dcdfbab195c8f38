import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeRetention } from "@/lib/settings/store";
import { ensureNextDays } from "../delivery-days";
import { drainBatch } from "../drain-batch";
import { getDelivery, getDeliveryBody } from "../get-delivery";
import { emptyDeliveryFilter } from "../log/delivery-filter";
import { getDeliveryDetails } from "../log/get-delivery-details";
import { rereadStep } from "../reread/run-reread";
import { beginReread, getReread, stopReread } from "../reread/store";
import { askForTask } from "../upkeep/claim";
import { getRetentionView, previewDrop } from "./queries";
import {
  acceptOn,
  heldBack,
  openTestRetention,
  type TestRetention,
  understood,
  whenOver,
} from "./test-retention";
import { tidyBodies } from "./tidy-bodies";

let house: TestRetention;
let pool: pg.Pool;
const me = randomUUID();

beforeAll(async () => {
  house = await openTestRetention();
  pool = house.pool;
});
beforeEach(() => house.forget());
afterAll(() => house.close());

async function tidyAt(now: Date): Promise<void> {
  await askForTask(pool, "retention");
  expect(await tidyBodies(pool, me, now)).toBe("tidied");
}

async function readFault(): Promise<unknown> {
  return (await pool.query("SELECT fault FROM upkeep")).rows[0]?.fault;
}

describe("the bytes of a day", () => {
  test("are kept for as long as is set, and go as a whole; deliveries stay", async () => {
    const day = "2025-01-01";
    const entries = await house.deliverOn(day, [understood(), understood()]);
    await tidyAt(new Date(whenOver(day, 90).getTime() - 2_000));
    expect(await house.readKept(entries)).toHaveLength(2);
    await tidyAt(whenOver(day, 90));
    expect(await house.readKept(entries)).toEqual([]);
    const id = entries[0]?.deliveryId ?? "";
    expect(await getDelivery(id)).toMatchObject({ outcome: "stored" });
    const { rows } = await pool.query("SELECT to_regclass('delivery_body_20250101') AS table");
    expect(rows).toEqual([{ table: null }]);
  });

  test("go sooner or never when that is set", async () => {
    const entries = await house.deliverOn("2025-01-03", [understood()]);
    await changeRetention({ days: null }, "ada");
    await tidyAt(new Date("2099-01-01"));
    expect(await house.readKept(entries)).toHaveLength(1);
    await changeRetention({ days: 1 }, "ada");
    await tidyAt(whenOver("2025-01-03", 1));
    expect(await house.readKept(entries)).toEqual([]);
  });

  test("are not touched when the setting can't be read", async () => {
    const entries = await house.deliverOn("2025-01-05", [understood()]);
    await pool.query(`INSERT INTO setting VALUES ('retention', '{"days": "soon"}', 'ada', now())`);
    await expect(tidyBodies(pool, me, new Date("2099-01-01"))).rejects.toThrow();
    expect(await readFault()).toContain("days");
    expect(await house.readKept(entries)).toHaveLength(1);
  });

  test("of which some are held back: these stay, to the byte, until they are understood", async () => {
    const day = "2025-02-01";
    const bodies = Array.from({ length: 250 }, (_, n) => (n % 2 ? heldBack() : understood()));
    const entries = await house.deliverOn(day, ["{broken", ...bodies]);
    const held = [entries[0], ...entries.filter((_, n) => n > 0 && n % 2 === 0)].map(
      (entry) => entry?.deliveryId ?? "",
    );
    await tidyAt(whenOver(day, 90));
    expect(await house.readKept(entries)).toEqual(held.sort());
    expect((await getDeliveryBody(entries[0]?.deliveryId ?? ""))?.toString()).toBe("{broken");
    expect(entries[0] && (await house.partitionOf(entries[0]))).toBe("delivery_body_20250201");

    await tidyAt(whenOver(day, 400));
    expect(await house.readKept(entries)).toHaveLength(held.length);
    await pool.query("UPDATE delivery SET outcome = 'stored' WHERE accepted_on = $1 AND id <> $2", [
      day,
      held[0],
    ]);
    await tidyAt(whenOver(day, 401));
    expect(await house.readKept(entries)).toEqual(held.slice(0, 1));
  });

  test("that are being read again stay until they are read", async () => {
    const day = "2025-03-01";
    const entries = await house.deliverOn(day, Array.from({ length: 60 }, understood));
    await beginReread({ ...emptyDeliveryFilter, from: day, to: day }, "UTC", "ada");
    await rereadStep(pool, me);
    await stopReread((await getReread())?.id ?? "");
    await tidyAt(whenOver(day, 90));
    expect(await house.readKept(entries)).toHaveLength(10);
    await pool.query("UPDATE reread_job SET state = 'discarded', is_open = NULL");
    await tidyAt(whenOver(day, 90));
    expect(await house.readKept(entries)).toEqual([]);
  });

  test("are passed over by a later re-reading, which counts them", async () => {
    const day = "2025-04-01";
    await house.deliverOn(day, [understood(), understood(), heldBack()]);
    await tidyAt(whenOver(day, 90));
    await beginReread({ ...emptyDeliveryFilter, from: day, to: day }, "UTC", "ada");
    while (await rereadStep(pool, me));
    expect(await getReread()).toMatchObject({ state: "done", readCount: 3, skippedCount: 2 });
  });

  test("leave word of when they went and why", async () => {
    const day = "2025-05-01";
    const [gone, held] = await house.deliverOn(day, [understood(), heldBack()]);
    const now = whenOver(day, 90);
    await tidyAt(now);
    const read = (entry = gone) => getDeliveryDetails(entry?.deliveryId ?? "");
    expect(await read()).toMatchObject({
      content: null,
      bodyDrop: { droppedAt: now.toISOString(), retentionDays: 90 },
    });
    expect(await read(held)).toMatchObject({ bodyDrop: null });
    // Understood a month later, and then dropped too.
    const later = new Date(now.getTime() + 30 * 86_400_000);
    await pool.query("UPDATE delivery SET outcome = 'stored', reread_at = $1 WHERE id = $2", [
      new Date(later.getTime() - 1_000),
      held?.deliveryId,
    ]);
    await tidyAt(later);
    expect(await read(held)).toMatchObject({ bodyDrop: { droppedAt: later.toISOString() } });
    expect(await read()).toMatchObject({ bodyDrop: { droppedAt: now.toISOString() } });
  });
});

describe("beside the intake", () => {
  test("a day that somebody holds is left for later, and no delivery waits for it", async () => {
    const day = "2025-06-01";
    const entries = await house.deliverOn(day, [understood()]);
    await house.deliverOn("2025-06-20", [understood()]);
    const reader = new pg.Client({ connectionString: house.url });
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
    expect(Math.max(...waits)).toBeLessThan(1_000);
    expect(await readFault()).toContain(day);
    expect(await house.readKept(entries)).toHaveLength(1);
    await reader.query("COMMIT");
    await reader.end();
    await tidyAt(whenOver(day, 90));
    expect(await house.readKept(entries)).toEqual([]);
    expect(await readFault()).toBeNull();
  });

  test("what is held back late, between the copy and the drop, is not lost", async () => {
    const day = "2025-07-01";
    const entries = await house.deliverOn(day, Array.from({ length: 30 }, understood));
    const held: string[] = [];
    let isTidying = true;
    const tidying = tidyAt(whenOver(day, 90)).finally(() => {
      isTidying = false;
    });
    while (isTidying) {
      const [late] = await house.deliverOn(day, [heldBack()]);
      if (late) held.push(late.deliveryId);
    }
    await tidying;
    const { rows } = await pool.query("SELECT id FROM delivery_body WHERE id = ANY($1::uuid[])", [
      held,
    ]);
    expect(rows).toHaveLength(held.length);
    await tidyAt(whenOver(day, 90));
    expect(await house.readKept(entries)).toEqual([]);
  });

  test("several processes at once tidy once, and a silent one is taken over from", async () => {
    const day = "2025-08-01";
    const entries = await house.deliverOn(day, [understood(), heldBack()]);
    const tidied = await Promise.all(
      [1, 2, 3, 4].map(() => tidyBodies(pool, randomUUID(), whenOver(day, 90))),
    );
    expect(tidied.filter((outcome) => outcome === "tidied")).toHaveLength(1);
    expect(await house.readKept(entries)).toHaveLength(1);
    expect((await pool.query("SELECT FROM body_drop WHERE accepted_on = $1", [day])).rowCount).toBe(
      1,
    );
    await pool.query("UPDATE upkeep SET finished_at = NULL, claimed_by = $1", [randomUUID()]);
    await pool.query("UPDATE upkeep SET claimed_until = now() + interval '1 minute'");
    expect(await tidyBodies(pool, me, whenOver(day, 90))).toBe("not-due");
    await pool.query("UPDATE upkeep SET claimed_until = now() - interval '1 second'");
    expect(await tidyBodies(pool, me, whenOver(day, 90))).toBe("tidied");
    expect(await tidyBodies(pool, me, whenOver(day, 90)), "within an hour").toBe("not-due");
  });

  test("a copy that a dead process left is forgotten", async () => {
    const day = "2025-09-01";
    const entries = await house.deliverOn(day, [understood(), heldBack()]);
    await pool.query("CREATE TABLE delivery_body_20250901_rest (LIKE delivery_body)");
    await pool.query("CREATE TABLE delivery_body_20240101_rest (LIKE delivery_body)");
    await tidyAt(whenOver(day, 90));
    expect(await house.readKept(entries)).toHaveLength(1);
    const { rows } = await pool.query("SELECT FROM pg_class WHERE relname ~ '_rest$'");
    expect(rows).toHaveLength(0);
  });
});

test("what has no partition of its own is deleted row by row, but for what is needed", async () => {
  const day = "2025-10-01";
  await pool.query("CREATE TABLE aside (LIKE delivery_body_default)");
  const entries = await house.deliverOn(day, Array.from({ length: 450 }, understood));
  entries.push(...(await house.deliverOn(day, [heldBack()])));
  await pool.query(
    `ALTER TABLE delivery_body DETACH PARTITION delivery_body_20251001;
     INSERT INTO delivery_body_default SELECT * FROM delivery_body_20251001;
     DROP TABLE delivery_body_20251001, aside`,
  );
  await tidyAt(whenOver(day, 90));
  expect(await house.readKept(entries)).toEqual([entries.at(-1)?.deliveryId]);
  const gone = await getDeliveryDetails(entries[0]?.deliveryId ?? "");
  expect(gone?.bodyDrop?.retentionDays).toBe(90);
});

test("of an oversized body the beginning goes, and its size and hash stay", async () => {
  const day = "2025-10-05";
  await drainBatch(pool, [{ ...acceptOn(day, "beginning"), kind: "oversized", bytes: 99 }]);
  await tidyAt(whenOver(day, 90));
  const { rows } = await pool.query(
    "SELECT bytes::int, beginning, length(sha256) AS hash FROM oversized_body",
  );
  expect(rows).toEqual([{ bytes: 99, beginning: Buffer.alloc(0), hash: 32 }]);
});

test("what a shorter time would drop is told beforehand, and then is what goes", async () => {
  const days = ["2026-01-01", "2026-01-02", "2026-01-03"];
  for (const day of days) await house.deliverOn(day, [understood(), heldBack()]);
  const now = whenOver("2026-01-02", 5);
  await tidyAt(new Date("2026-01-10"));
  expect(await previewDrop(90, now)).toMatchObject({ days: 0, bytes: 0 });
  const preview = await previewDrop(5, now);
  expect(preview).toMatchObject({ days: 2, heldBack: 2 });
  expect(preview.bytes).toBeGreaterThan(10_000);
  await changeRetention({ days: 5 }, "ada");
  await tidyAt(now);
  expect(await previewDrop(5, now)).toMatchObject({ days: 0 });
  const view = await getRetentionView(now);
  expect(view).toMatchObject({ days: 5, fault: null });
  expect(view.tidiedAt).not.toBeNull();
  expect(view.kept.filter(({ acceptedOn }) => days.includes(acceptedOn))).toMatchObject([
    { acceptedOn: "2026-01-03", isOverLimit: false },
    { acceptedOn: "2026-01-02", isOverLimit: true },
    { acceptedOn: "2026-01-01", isOverLimit: true },
  ]);
});

test("a delivery of a new day waits for nobody who holds the tables", async () => {
  const reader = await pool.connect();
  await reader.query("BEGIN");
  await reader.query("SELECT count(*) FROM delivery_body");
  const [entry] = await house.deliverOn("2026-02-01", [understood()]);
  expect(entry && (await house.partitionOf(entry))).toBe("delivery_body_default");
  await reader.query("COMMIT");
  reader.release();
  const [next] = await house.deliverOn("2026-02-01", [understood()]);
  expect(next && (await house.readKept([next]))).toHaveLength(1);
});

test("the next day's partitions are there before its first delivery", async () => {
  await ensureNextDays(pool, new Date("2026-03-31T23:59:59Z"));
  const { rows } = await pool.query(
    `SELECT to_regclass('delivery_20260401') IS NOT NULL AS delivery,
       to_regclass('delivery_body_20260401') IS NOT NULL AS body`,
  );
  expect(rows).toEqual([{ delivery: true, body: true }]);
  const [first] = await house.deliverOn("2026-04-01", [understood()]);
  expect(first && (await house.partitionOf(first))).toBe("delivery_body_20260401");
});
