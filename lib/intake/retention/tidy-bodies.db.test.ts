import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestTask } from "@/lib/ops/task-lease";
import { changeRetention } from "@/lib/settings/store";
import { getDelivery, getDeliveryBody, getDeliveryDetails } from "../deliveries/get-delivery";
import { drainBatch } from "../drain/drain-batch";
import { beginReread, getReread, rereadStep, stopReread } from "../reread/reread-job";
import { emptyDeliveryFilter } from "../views/delivery-log";
import {
  acceptOn,
  heldBack,
  openTestRetention,
  type TestRetention,
  understood,
  whenOver,
} from "./test-retention";
import { getRetentionView, previewDrop, tidyBodies } from "./tidy-bodies";

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

describe("the bytes of a day", () => {
  test("are kept for as long as is set, and go as a whole; deliveries stay", async () => {
    const day = "2025-01-01";
    const entries = await retention.deliverOn(day, [understood(), understood()]);
    await tidyAt(new Date(whenOver(day, 90).getTime() - 2_000));
    expect(await retention.readKept(entries)).toHaveLength(2);
    await tidyAt(whenOver(day, 90));
    expect(await retention.readKept(entries)).toEqual([]);
    const id = entries[0]?.deliveryId ?? "";
    expect(await getDelivery(id)).toMatchObject({ outcome: "stored" });
    const { rows } = await pool.query("SELECT to_regclass('delivery_body_20250101') AS table");
    expect(rows).toEqual([{ table: null }]);
  });

  test("go sooner or never when that is set", async () => {
    const entries = await retention.deliverOn("2025-01-03", [understood()]);
    await changeRetention({ days: null }, "ada");
    await tidyAt(new Date("2099-01-01"));
    expect(await retention.readKept(entries)).toHaveLength(1);
    await changeRetention({ days: 1 }, "ada");
    await tidyAt(whenOver("2025-01-03", 1));
    expect(await retention.readKept(entries)).toEqual([]);
  });

  test("are not touched when the setting can't be read", async () => {
    const entries = await retention.deliverOn("2025-01-05", [understood()]);
    await pool.query(`INSERT INTO setting VALUES ('retention', '{"days": "soon"}', 'ada', now())`);
    await expect(tidyOnce(me, new Date("2099-01-01"))).rejects.toThrow();
    expect(await readFault()).toContain("days");
    expect(await retention.readKept(entries)).toHaveLength(1);
  });

  test("of which some are held back: these stay, to the byte, until they are understood", async () => {
    const day = "2025-02-01";
    const bodies = Array.from({ length: 250 }, (_, n) => (n % 2 ? heldBack() : understood()));
    const entries = await retention.deliverOn(day, ["{broken", ...bodies]);
    const held = [entries[0], ...entries.filter((_, n) => n > 0 && n % 2 === 0)].map(
      (entry) => entry?.deliveryId ?? "",
    );
    await tidyAt(whenOver(day, 90));
    expect(await retention.readKept(entries)).toEqual(held.sort());
    expect((await getDeliveryBody(entries[0]?.deliveryId ?? ""))?.toString()).toBe("{broken");
    expect(entries[0] && (await retention.partitionOf(entries[0]))).toBe("delivery_body_20250201");

    await tidyAt(whenOver(day, 400));
    expect(await retention.readKept(entries)).toHaveLength(held.length);
    await pool.query("UPDATE delivery SET outcome = 'stored' WHERE accepted_on = $1 AND id <> $2", [
      day,
      held[0],
    ]);
    await tidyAt(whenOver(day, 401));
    expect(await retention.readKept(entries)).toEqual(held.slice(0, 1));
  });

  test("that are being read again stay until they are read", async () => {
    const day = "2025-03-01";
    const entries = await retention.deliverOn(day, Array.from({ length: 60 }, understood));
    await beginReread({ ...emptyDeliveryFilter, from: day, to: day }, "UTC", "ada");
    await rereadStep(pool, me);
    const reread = await getReread();
    await stopReread(reread?.id ?? "");
    await tidyAt(whenOver(day, 90));
    const unread = entries.slice(reread?.readCount).map(({ deliveryId }) => deliveryId);
    expect(unread.length).toBeGreaterThan(0);
    expect(await retention.readKept(entries)).toEqual(unread);
    await pool.query("UPDATE reread_job SET state = 'discarded', is_open = NULL");
    await tidyAt(whenOver(day, 90));
    expect(await retention.readKept(entries)).toEqual([]);
  });

  test("are passed over by a later re-reading, which counts them", async () => {
    const day = "2025-04-01";
    await retention.deliverOn(day, [understood(), understood(), heldBack()]);
    await tidyAt(whenOver(day, 90));
    await beginReread({ ...emptyDeliveryFilter, from: day, to: day }, "UTC", "ada");
    while (await rereadStep(pool, me));
    expect(await getReread()).toMatchObject({ state: "done", readCount: 3, skippedCount: 2 });
  });

  test("leave word of when they went and why", async () => {
    const day = "2025-05-01";
    const [gone, held] = await retention.deliverOn(day, [understood(), heldBack()]);
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

test("what has no partition of its own is deleted row by row, but for what is needed", async () => {
  const day = "2025-10-01";
  await pool.query("CREATE TABLE aside (LIKE delivery_body_default)");
  const entries = await retention.deliverOn(day, Array.from({ length: 450 }, understood));
  entries.push(...(await retention.deliverOn(day, [heldBack()])));
  await pool.query(
    `ALTER TABLE delivery_body DETACH PARTITION delivery_body_20251001;
     INSERT INTO delivery_body_default SELECT * FROM delivery_body_20251001;
     DROP TABLE delivery_body_20251001, aside`,
  );
  await tidyAt(whenOver(day, 90));
  expect(await retention.readKept(entries)).toEqual([entries.at(-1)?.deliveryId]);
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
  for (const day of days) await retention.deliverOn(day, [understood(), heldBack()]);
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
  const kept = view.kept.filter(({ from }) => days.includes(from));
  expect(kept).toMatchObject([
    { from: "2026-01-03", to: "2026-01-03", isOverLimit: false },
    { from: "2026-01-02", to: "2026-01-02", isOverLimit: true },
    { from: "2026-01-01", to: "2026-01-01", isOverLimit: true },
  ]);
});
