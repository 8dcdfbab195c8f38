import { createHash } from "node:crypto";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { scanFacets } from "../counts/facets";
import { readFacets } from "../counts/read-totals";
import { emptyFilter } from "../filter/filter";
import type { ArrivedRecord } from "../record/call-record";
import { callRecordSchema, hashRecord } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import { addUpAll, emptyLedger, removeCall } from "../totals/test-totals";
import { correctRecords, storeRecords, takeRetry } from "./ledger";
import {
  bodies,
  type Delivery,
  gapsMs,
  type Item,
  model,
  type Reading,
  type Stored,
} from "./test-model";
import { versionsSql } from "./versions-sql";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on("error", () => undefined);
});

afterAll(async () => {
  await Promise.all([pool.end(), closeDatabase()]);
});

const deliveries = fc
  .array(fc.record({ body: fc.nat(bodies.length - 1), gap: fc.nat(gapsMs.length - 1) }), {
    minLength: 2,
    maxLength: 9,
  })
  .map((items) => {
    let atMs = Date.UTC(2026, 10, 20);
    return items.map(({ body, gap }, index): Delivery => {
      atMs += gapsMs[gap] ?? 0;
      return { seq: BigInt(index + 1), atMs, body };
    });
  });

type Step =
  | { kind: "store"; seqs: number[]; reading: Reading }
  | { kind: "slice"; seq: number; from: number }
  | { kind: "read again"; seqs: number[] }
  | { kind: "take"; seq: number; position: number }
  | { kind: "delete"; call: number };

const seq = fc.nat(8);
const seqs = fc.array(seq, { minLength: 1, maxLength: 5 });
const reading = fc.constantFrom<Reading[]>(
  "as it is",
  "as it is",
  "another status",
  "another person",
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("store"), seqs, reading }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("slice"), seq, from: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("read again"), seqs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("take"), seq, position: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete"), call: fc.nat(1) }) },
) as fc.Arbitrary<Step>;

function toArrived({ seq, atMs, body }: Delivery, reading: Reading): ArrivedRecord[] {
  const items = bodies[body] ?? [];
  return items.map((item, position) => {
    const { call, person, status } = readAs(item, reading);
    return {
      record: toCallRecord(`r${call}`, {
        status: `status ${status}`,
        customerId: `c${person}`,
        customerFirstName: `name ${status}`,
      }),
      acceptedSeq: seq,
      acceptedAt: new Date(atMs),
      position,
      deliveryId: `01a1f80b-3cda-7b58-800f-${String(seq).padStart(12, "0")}`,
      payloadHash: createHash("sha256").update(JSON.stringify(items)).digest("hex"),
    };
  });
}

function readAs(item: Item, reading: Reading): Item {
  if (reading === "another status") return { ...item, status: 9 };
  if (reading === "another person") return { ...item, person: 9 };
  return item;
}

async function carryOut(one: Step, all: Delivery[], stored: Stored): Promise<void> {
  const pick = (numbers: number[]) =>
    [...new Set(numbers.map((number) => number % all.length))].flatMap((at) => all[at] ?? []);
  if (one.kind === "store") await store(pick(one.seqs), one.reading, 3, stored);
  if (one.kind === "slice") await store(pick([one.seq]), "as it is", one.from, stored);
  if (one.kind === "read again") {
    const read = pick(one.seqs);
    await inTransaction(pool, (client) =>
      correctRecords(
        client,
        read.flatMap((delivery) => toArrived(delivery, "as it is")),
      ),
    );
    note(read, "as it is", 3, stored, true);
  }
  if (one.kind === "take") {
    const [delivery] = pick([one.seq]);
    if (delivery) await take(delivery, one.position, stored);
  }
  if (one.kind === "delete") {
    await removeCall(pool, `r${one.call}`);
    for (const [key, { item }] of stored) if (item.call === one.call) stored.delete(key);
  }
}

async function store(
  read: Delivery[],
  reading: Reading,
  lastPosition: number,
  stored: Stored,
): Promise<void> {
  const arrived = read.flatMap((delivery) => toArrived(delivery, reading));
  const slice = arrived.filter(({ position }) => position <= lastPosition);
  await inTransaction(pool, (client) => storeRecords(client, slice));
  note(read, reading, lastPosition, stored, false);
}

function note(
  read: Delivery[],
  reading: Reading,
  lastPosition: number,
  stored: Stored,
  isAnew: boolean,
): void {
  for (const delivery of read) {
    for (const [position, item] of (bodies[delivery.body] ?? []).entries()) {
      const key = `${delivery.seq} ${position}`;
      const before = stored.get(key);
      if (position > lastPosition || (before && !isAnew)) continue;
      const isTaken = before?.isTaken ?? false;
      stored.set(key, { ...delivery, position, item: readAs(item, reading), isTaken });
    }
  }
}

async function take(delivery: Delivery, position: number, stored: Stored): Promise<void> {
  const key = `${delivery.seq} ${position}`;
  const arrival = stored.get(key);
  const call = bodies[delivery.body]?.[position]?.call ?? 0;
  const taken = await inTransaction(pool, (client) =>
    takeRetry(client, `r${call}`, { acceptedSeq: delivery.seq, position }, "ada"),
  );
  if (taken && arrival) stored.set(key, { ...arrival, isTaken: true });
}

async function readCalls() {
  const { rows } = await pool.query<{ id: string; told: string; since: Date; count: number }>(
    `SELECT id, status || ' of ' || customer_id AS told, changed_at AS since,
       (SELECT count(*)::int FROM recording_delivery WHERE recording_id = id) AS count
     FROM recording ORDER BY id`,
  );
  return rows.map(({ id, told, since, count }) => [id, told, since.getTime(), count].join());
}

async function readPeople() {
  const { rows } = await pool.query<{ id: string; name: string }>(
    "SELECT id, first_name AS name FROM customer ORDER BY id",
  );
  return rows.map(({ id, name }) => `${id} ${name}`);
}

function expected(stored: Stored) {
  const { calls, people } = model(stored);
  return {
    calls: [...calls]
      .sort(([one], [other]) => one - other)
      .map(([call, { told, since, count }]) => {
        const [status, person] = told.split(" of ");
        return [`r${call}`, `status ${status} of c${person}`, since, count].join();
      }),
    people: [...people].sort(([one], [other]) => one - other).map(toPerson),
  };
}

function toPerson([person, status]: [number, number]): string {
  return `c${person} name ${status}`;
}

/** Each content that an arrival named is there once, as that arrival said it, and no other. */
async function expectVersions(): Promise<void> {
  const { rows } = await pool.query(
    `SELECT coalesce(named.id, kept.id) AS id, named.hash, kept.hash AS kept, content
     FROM (SELECT DISTINCT recording_id AS id, content_hash AS hash FROM recording_delivery) AS named
     FULL JOIN (SELECT recording_id AS id, content_hash AS hash, content
                FROM ${versionsSql} AS version) AS kept USING (id, hash)`,
  );
  const keys = rows.map(({ id, hash }) => `${id} ${hash?.toString("hex")}`);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { hash, kept, content } of rows) {
    expect(hashRecord(callRecordSchema.parse(content))).toBe(hash?.toString("hex"));
    expect(kept).toEqual(hash);
  }
}

/** Until then everything is written as the version before does. */
async function beLean(isLean: boolean): Promise<void> {
  await pool.query("UPDATE ledger_form SET lean_from = now() + $1::interval", [
    isLean ? "-1 hour" : "1 hour",
  ]);
}

async function expectTotals(): Promise<void> {
  const kept = await readFacets(emptyFilter, "UTC");
  const counted = await scanFacets(emptyFilter, "UTC");
  const byValue = (values: { value: string | null; count: number }[] = []) =>
    values
      .filter(({ count }) => count > 0)
      .map(({ value, count }) => `${value} ${count}`)
      .sort();
  expect(kept?.total).toBe(counted.total);
  expect(byValue(kept?.status)).toEqual(byValue(counted.status));
}

test("after every step, all is what the newest accepted says, and the totals agree", async () => {
  await fc.assert(
    fc.asyncProperty(
      deliveries,
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.nat(3),
      async (all, steps, leanFrom) => {
        await emptyLedger(pool);
        const stored: Stored = new Map();
        for (const [index, one] of steps.entries()) {
          await beLean(index >= leanFrom);
          await carryOut(one, all, stored);
          await expectVersions();
          expect(await readCalls()).toEqual(expected(stored).calls);
          expect(await readPeople()).toEqual(expected(stored).people);
          if (index % 2) await addUpAll(pool);
          await expectTotals();
        }
      },
    ),
    { numRuns: 100 },
  );
}, 300_000);

test("drained by three at once, too", async () => {
  await fc.assert(
    fc.asyncProperty(deliveries, fc.infiniteStream(fc.nat()), async (all, chance) => {
      await emptyLedger(pool);
      const stored: Stored = new Map();
      const inSomeOrder = () =>
        all.map((delivery) => ({ delivery, at: chance.next().value })).sort((a, b) => a.at - b.at);
      const drains = [inSomeOrder(), inSomeOrder(), inSomeOrder()];
      await Promise.all(
        drains.map(async (drain) => {
          for (const { delivery } of drain) {
            await inTransaction(pool, (client) =>
              storeRecords(client, toArrived(delivery, "as it is")),
            );
          }
        }),
      );
      note(all, "as it is", 3, stored, false);
      expect(await readCalls()).toEqual(expected(stored).calls);
      expect(await readPeople()).toEqual(expected(stored).people);
      await expectTotals();
    }),
    { numRuns: 30 },
  );
}, 120_000);
