import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { storeAlone } from "../ledger/test-ledger";
import type { CallRecord } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import { getHistory } from "./get-recording";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});

afterAll(async () => {
  await closeDatabase();
  await pool.end();
});

const start = Date.UTC(2026, 10, 20, 10);

/** Accepted in the order of their sequences, read in the order of the list. */
async function receive(deliveries: [seq: number, record: CallRecord][]): Promise<void> {
  const arrived = deliveries.map(([seq, record]) => ({
    record,
    acceptedSeq: BigInt(seq),
    acceptedAt: new Date(start + seq * 1_000),
    deliveryId: toDeliveryId(seq),
    payloadHash: null,
    position: 0,
  }));
  await storeAlone(pool, arrived);
}

function toDeliveryId(seq: number): string {
  return `01a1f80b-3cda-7b58-800f-${String(seq).padStart(12, "0")}`;
}

function toDelivery(seq: number, isLate = false) {
  const acceptedAt = new Date(start + seq * 1_000).toISOString();
  return { deliveryId: toDeliveryId(seq), acceptedAt, isLate, isTaken: false };
}

test("a recording that came once", async () => {
  await receive([[1, toCallRecord("once")]]);
  expect(await getHistory("once")).toEqual({
    entries: [{ kind: "received", delivery: toDelivery(1) }],
    isFromBeginning: true,
    repeatsMissingBefore: null,
  });
});

test("changes, repeats and what was read late, in the order of acceptance", async () => {
  const [before, after] = [toCallRecord("rich"), toCallRecord("rich", { status: "failed" })];
  const between = toCallRecord("rich", { extra: '{"n":9007199254740993}' });
  await receive([
    [1, before],
    [2, before],
    [6, after],
  ]);
  await receive([
    [4, between],
    [7, before],
    [8, after],
    [9, after],
  ]);

  const { entries, ...rest } = await getHistory("rich");
  expect(rest).toEqual({ isFromBeginning: true, repeatsMissingBefore: null });
  expect(entries).toEqual([
    { kind: "repeated", deliveries: [toDelivery(9)] },
    {
      kind: "changed",
      delivery: toDelivery(8),
      changes: {
        fields: [{ field: "status", before: "completed", after: "failed", words: null }],
        extra: [],
        moreExtra: 0,
      },
      backTo: toDelivery(6).acceptedAt,
    },
    {
      kind: "changed",
      delivery: toDelivery(7),
      changes: {
        fields: [{ field: "status", before: "failed", after: "completed", words: null }],
        extra: [],
        moreExtra: 0,
      },
      backTo: toDelivery(1).acceptedAt,
    },
    {
      kind: "changed",
      delivery: toDelivery(6),
      changes: {
        fields: [{ field: "status", before: "completed", after: "failed", words: null }],
        extra: [{ path: "n", before: "9007199254740993", after: null }],
        moreExtra: 0,
      },
      backTo: null,
    },
    {
      kind: "changed",
      delivery: toDelivery(4, true),
      changes: {
        fields: [],
        extra: [{ path: "n", before: null, after: "9007199254740993" }],
        moreExtra: 0,
      },
      backTo: null,
    },
    { kind: "repeated", deliveries: [toDelivery(2)] },
    { kind: "received", delivery: toDelivery(1) },
  ]);
});

test("a content that turns out to be older moves its beginning", async () => {
  const record = toCallRecord("lowered");
  await receive([[5, record]]);
  await receive([[3, record]]);
  expect((await getHistory("lowered")).entries).toEqual([
    { kind: "repeated", deliveries: [toDelivery(5)] },
    { kind: "received", delivery: toDelivery(3, true) },
  ]);
});

describe("of a recording that came very often", () => {
  test("the newest repeats are told, and the beginning", async () => {
    const record = toCallRecord("repeated");
    await receive(Array.from({ length: 130 }, (_, n) => [n + 1, record]));
    const { entries, isFromBeginning, repeatsMissingBefore } = await getHistory("repeated");
    expect(entries).toMatchObject([{ kind: "repeated" }, { kind: "received" }]);
    expect(entries[0]).toHaveProperty("deliveries.length", 100);
    expect(isFromBeginning).toBe(true);
    expect(repeatsMissingBefore).toBe(toDelivery(31).acceptedAt);
  });

  test("the newest contents are told, each with what it changed", async () => {
    const contents = Array.from({ length: 60 }, (_, n) =>
      toCallRecord("often", { minutesUsed: n }),
    );
    await receive(contents.map((record, n) => [n + 1, record]));
    const { entries, isFromBeginning } = await getHistory("often");
    expect(entries).toHaveLength(50);
    expect(entries.at(-1)).toMatchObject({
      kind: "changed",
      changes: { fields: [{ field: "minutesUsed", before: 9, after: 10 }] },
    });
    expect(isFromBeginning).toBe(false);
  });

  test("very large contents are told without being compared", async () => {
    const summaries = ["a", "b", "c", "d"].map((letter) => letter.repeat(700_000));
    const contents = summaries.map((summary) => toCallRecord("large", { summary }));
    await receive(contents.map((record, n) => [n + 1, record]));
    const { entries } = await getHistory("large");
    expect(entries).toMatchObject([
      { kind: "changed", changes: { fields: [{ field: "summary" }] } },
      { kind: "changed", changes: null },
      { kind: "changed", changes: null },
      { kind: "received" },
    ]);
  });
});

test("an id that no recording can have has no history", async () => {
  const nothing = { entries: [], isFromBeginning: true, repeatsMissingBefore: null };
  expect(await getHistory("none")).toEqual(nothing);
  expect(await getHistory("\0")).toEqual(nothing);
  expect(await getHistory("\ud800")).toEqual(nothing);
});
