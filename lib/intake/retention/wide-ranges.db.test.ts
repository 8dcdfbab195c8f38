import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { requestTask } from "@/lib/ops/task-lease";
import { changeRetention } from "@/lib/settings/store";
import { getDeliveryDetails } from "../deliveries/get-delivery";
import { beginReread, getReread, rereadStep, stopReread } from "../reread/reread-job";
import { ensureDeliveryDays } from "../store/delivery-ranges";
import { emptyDeliveryFilter } from "../views/delivery-log";
import {
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
beforeEach(async () => {
  await retention.forget();
  // So that what an earlier test left isn't among the days that go.
  await pool.query("DELETE FROM delivery_body WHERE accepted_on < '2089-01-01'");
});
afterAll(() => retention.close());

async function tidyAt(now: Date): Promise<void> {
  await requestTask(pool, "retention");
  expect(await tidyBodies(pool, me, now, async () => now)).toBe("tidied");
}

/** Four weeks from a Monday on in one partition, and the deliveries of each day. */
async function deliverFourWeeks(monday: string, bodies: () => (object | string)[]) {
  const beganMs = Date.parse(`${monday}T00:00:00Z`);
  const days = Array.from({ length: 28 }, (_, n) =>
    new Date(beganMs + n * 86_400_000).toISOString().slice(0, 10),
  );
  await ensureDeliveryDays(pool, days, { bytesPerDay: 0 });
  const entries = [];
  for (const day of days) entries.push(await retention.deliver(day, bodies()));
  const [first, last] = [entries[0]?.[0], entries.at(-1)?.[0]];
  const table = `delivery_body_${monday.replaceAll("-", "")}`;
  expect(first && (await retention.partitionOf(first))).toBe(table);
  expect(last && (await retention.partitionOf(last))).toBe(table);
  return { days, entries, table };
}

async function isThere(table: string): Promise<boolean> {
  return (await pool.query("SELECT to_regclass($1) AS found", [table])).rows[0]?.found !== null;
}

const idsOf = (entries: { deliveryId: string }[]) =>
  entries.map(({ deliveryId }) => deliveryId).sort();

test("days of a partition go one by one, and the partition with the last of them", async () => {
  const { days, entries, table } = await deliverFourWeeks("2025-01-20", () => [
    understood(),
    understood(),
  ]);
  const kept = () => retention.readKept(entries.flat());
  await tidyAt(new Date(whenOver(days[0] ?? "", 90).getTime() - 2_000));
  expect(await kept()).toHaveLength(56);
  for (const [n, day] of days.entries()) {
    expect(await isThere(table)).toBe(true);
    await tidyAt(whenOver(day, 90));
    expect(await kept()).toEqual(idsOf(entries.slice(n + 1).flat()));
  }
  expect(await isThere(table)).toBe(false);
  const gone = await getDeliveryDetails(entries[3]?.[0]?.deliveryId ?? "");
  expect(gone?.bodyDrop).toEqual({
    droppedAt: whenOver(days[3] ?? "", 90).toISOString(),
    retentionDays: 90,
  });
});

test("what is needed stays, whether single days go or their partition", async () => {
  const { days, entries, table } = await deliverFourWeeks("2025-03-17", () => [
    understood(),
    heldBack(),
  ]);
  const held = entries.map(([, one]) => one?.deliveryId ?? "");
  await tidyAt(whenOver(days[2] ?? "", 90));
  const going = entries.slice(3).map(([one]) => one?.deliveryId ?? "");
  expect(await retention.readKept(entries.flat())).toEqual([...held, ...going].sort());
  for (const n of [9, 16, 23, 27]) await tidyAt(whenOver(days[n] ?? "", 90));
  expect(await retention.readKept(entries.flat())).toEqual(held.sort());
  const [, second] = entries[1] ?? [];
  expect(second && (await retention.partitionOf(second))).toBe(table);

  // Understood later, all but one.
  const later = whenOver(days[27] ?? "", 100);
  await pool.query(
    "UPDATE delivery SET outcome = 'stored', reread_at = $1 WHERE id = ANY($2) AND id <> $3",
    [new Date(later.getTime() - 1_000), held, second?.deliveryId],
  );
  for (let run = 1; run <= 4; run++) await tidyAt(later);
  expect(await retention.readKept(entries.flat())).toEqual([second?.deliveryId]);
  const gone = await getDeliveryDetails(held.find((id) => id !== second?.deliveryId) ?? "");
  expect(gone?.bodyDrop?.droppedAt).toBe(later.toISOString());
});

test("what is being read again stays until it is read", async () => {
  const { days, entries } = await deliverFourWeeks("2025-05-12", () => [understood()]);
  await retention.deliver(days[1] ?? "", Array.from({ length: 300 }, understood));
  await beginReread(
    { ...emptyDeliveryFilter, from: days[0] ?? "", to: days[5] ?? "" },
    "UTC",
    "ada",
  );
  await rereadStep(pool, me);
  const reread = await getReread();
  await stopReread(reread?.id ?? "");
  expect(reread?.state).not.toBe("done");
  await tidyAt(whenOver(days[6] ?? "", 90));
  const kept = await retention.readKept(entries.flat());
  expect(kept).toEqual(idsOf([...entries.slice(2, 6).flat(), ...entries.slice(7).flat()]));
});

test("no more days go in one run than if each had a partition of its own", async () => {
  await retention.deliverOn("2025-08-01", [understood()]);
  await retention.deliverOn("2025-08-02", [understood()]);
  const { days, entries, table } = await deliverFourWeeks("2025-08-04", () => [understood()]);
  const readFault = async () => (await pool.query("SELECT fault FROM upkeep")).rows[0]?.fault;
  const now = whenOver(days[27] ?? "", 90);
  const left = [];
  for (let run = 1; run <= 5; run++) {
    await tidyAt(now);
    left.push((await retention.readKept(entries.flat())).length);
    if (run < 5) expect(await readFault()).toBe("at most 7 days go at a time");
  }
  expect(left).toEqual([23, 16, 9, 2, 0]);
  expect(await readFault()).toBeNull();
  expect(await isThere(table)).toBe(false);
});

test("the page tells which days a partition holds, and what of them would go", async () => {
  const { days, entries } = await deliverFourWeeks("2025-10-27", () => [understood()]);
  await retention.deliverOn("2025-10-26", [understood()]);
  const readKept = async (now: Date) =>
    (await getRetentionView(now)).kept.filter(({ from }) => from > "2025-10" && from < "2025-12");
  await tidyAt(new Date("2025-12-01"));
  const now = whenOver(days[3] ?? "", 40);
  const whole = { from: "2025-10-27", to: "2025-11-23", isOverLimit: false };
  expect(await readKept(now)).toMatchObject([whole, { from: "2025-10-26", to: "2025-10-26" }]);
  const [{ bytes = 0 } = {}, { bytes: ofDay = 0 } = {}] = await readKept(now);

  const preview = await previewDrop(40, now);
  expect(preview).toMatchObject({ days: 5, heldBack: 0 });
  expect(preview.bytes).toBeCloseTo(ofDay + (bytes * 4) / 28);
  await changeRetention({ days: 40 }, "ada");
  expect(await readKept(now)).toMatchObject([{ isOverLimit: true }, { isOverLimit: true }]);
  await tidyAt(now);
  expect(await previewDrop(40, now)).toMatchObject({ days: 0, bytes: 0 });
  expect(await readKept(now)).toMatchObject([
    { from: "2025-10-31", to: "2025-11-23", isOverLimit: false },
  ]);
  expect(await retention.readKept(entries.flat())).toHaveLength(24);
});
