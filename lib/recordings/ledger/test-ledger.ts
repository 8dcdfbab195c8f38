import { createHash } from "node:crypto";
import fc from "fast-check";
import type { Pool } from "pg";
import { expect } from "vitest";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { readFacets, scanFacets } from "../counts/facets";
import { emptyFilter } from "../filter/filter";
import {
  type ArrivedRecord,
  callRecordSchema,
  hashRecord,
  type StoreOutcome,
} from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import { verifyCounts } from "../totals/totals";
import { storeRecords } from "./ledger";
import { versionsSql } from "./versions-sql";

/** The recordings as they are, however their rows came to it; in the order of their ids. */
export const recordingsSql = `
  SELECT to_jsonb(recording) - '{content_seq,newest_seq,newest_position}'::text[] AS recording,
    greatest(newest_seq, newest.accepted_seq) AS newest
  FROM recording LEFT JOIN recording_newest AS newest ON recording_id = id ORDER BY id`;

/** Every content of every recording, wherever it is kept. */
export const contentsSql = `
  SELECT recording_id, content_hash, first_seq,
    jsonb_set(content, '{extra}', (content ->> 'extra')::jsonb) AS content
  FROM ${versionsSql} AS version ORDER BY recording_id, content_hash`;

/** Stores records in a transaction of their own. */
export function storeAlone(pool: Pool, arrived: ArrivedRecord[]): Promise<StoreOutcome[]> {
  return inTransaction(pool, (client) => storeRecords(client, arrived));
}

/** A record of a body: which call and customer, and what it says. */
export type Item = { call: number; customer: number; status: number };
/** The bodies that there are: few, so that the same bytes come again and again. */
export const bodies: Item[][] = [
  [{ call: 0, customer: 0, status: 0 }],
  [{ call: 0, customer: 0, status: 1 }],
  [{ call: 0, customer: 1, status: 0 }],
  [{ call: 1, customer: 0, status: 2 }],
  [
    { call: 0, customer: 0, status: 2 },
    { call: 0, customer: 0, status: 0 },
    { call: 1, customer: 1, status: 1 },
  ],
];
const gapsMs = [0, 60_000, 299_000, 300_000, 301_000];
const windowMs = 300_000;

export type Delivery = { seq: bigint; atMs: number; body: number };
/** How an arrival was read: as it is, or as an interpreter of yesterday did. */
export type Reading = "as it is" | "another status" | "another customer";

/** What is stored, as the model sees it: each arrival by its place. */
export type Stored = Map<string, Delivery & { position: number; item: Item; isTaken: boolean }>;

type Call = { told: string; bytes: string; since: number; count: number };

/** The rule, in ten lines: the newest that counts, and retries don't. */
export function model(stored: Stored) {
  const arrivals = [...stored.values()].sort(
    (one, other) => Number(one.seq - other.seq) || one.position - other.position,
  );
  const calls = new Map<number, Call>();
  const customers = new Map<number, number>();
  for (const { item, atMs, body, position, seq, isTaken } of arrivals) {
    const isRetry = arrivals.some(
      (other) =>
        [other.body, other.position, other.item.call].join() ===
          [body, position, item.call].join() &&
        other.seq < seq &&
        atMs - other.atMs <= windowMs,
    );
    const { count, ...before } = calls.get(item.call) ?? {
      count: 0,
      told: "",
      bytes: "",
      since: 0,
    };
    const now = { told: toStatus(item), bytes: `${body} ${position}` };
    const isSame = before.told === now.told || before.bytes === now.bytes;
    const told = { ...now, since: isSame ? before.since : atMs };
    const counts = isTaken || !isRetry;
    calls.set(item.call, { ...(counts ? told : before), count: count + 1 });
    if (counts) customers.set(item.customer, item.status);
  }
  return { calls, customers };
}

function toStatus({ status, customer }: Item): string {
  return `${status} of ${customer}`;
}

/** Of which bodies come again, at once or later. */
export const deliveries = fc
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

/** Some of them, by their place. */
export const seq = fc.nat(8);
export const seqs = fc.array(seq, { minLength: 1, maxLength: 5 });
export const reading = fc.constantFrom<Reading[]>(
  "as it is",
  "as it is",
  "another status",
  "another customer",
);

/** What a delivery brings, as it was read. */
export function toArrived({ seq, atMs, body }: Delivery, reading: Reading): ArrivedRecord[] {
  const items = bodies[body] ?? [];
  return items.map((item, position) => {
    const { call, customer, status } = readAs(item, reading);
    return {
      record: toCallRecord(`r${call}`, {
        status: `status ${status}`,
        customerId: `c${customer}`,
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
  if (reading === "another customer") return { ...item, customer: 9 };
  return item;
}

/** Notes what is stored then; `isAnew`: in the place of what was. */
export function note(
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

/** The calls and customers of the model, as the expectations write them. */
export function expected(stored: Stored) {
  const { calls, customers } = model(stored);
  return {
    calls: [...calls]
      .sort(([one], [other]) => one - other)
      .map(([call, { told, since, count }]) => {
        const [status, customer] = told.split(" of ");
        return [`r${call}`, `status ${status} of c${customer}`, since, count].join();
      }),
    customers: [...customers].sort(([one], [other]) => one - other).map(toCustomer),
  };
}

function toCustomer([customer, status]: [number, number]): string {
  return `c${customer} name ${status}`;
}

/** The ledger is what the model makes of what is stored, and all that is derived of it agrees. */
export async function expectLedger(pool: Pool, stored: Stored): Promise<void> {
  await expectVersions(pool);
  expect(await readCalls(pool)).toEqual(expected(stored).calls);
  expect(await readCustomers(pool)).toEqual(expected(stored).customers);
  expect(await verifyCounts(pool)).toEqual([]);
  await expectFacets();
}

type CallRow = { id: string; told: string; since: Date; count: number };

async function readCalls(pool: Pool) {
  const rows = await prismaOn(pool).$queryRaw<CallRow[]>`
    SELECT id, status || ' of ' || customer_id AS told, changed_at AS since,
      (SELECT count(*)::int FROM recording_delivery WHERE recording_id = id) AS count
    FROM recording ORDER BY id`;
  return rows.map(({ id, told, since, count }) => [id, told, since.getTime(), count].join());
}

async function readCustomers(pool: Pool) {
  const rows = await prismaOn(pool).$queryRaw<{ id: string; name: string }[]>`
    SELECT id, first_name AS name FROM customer ORDER BY id`;
  return rows.map(({ id, name }) => `${id} ${name}`);
}

type VersionRow = { id: string; hash: string | null; kept: string | null; content: unknown };

/** Each content that an arrival named is there once, as that arrival said it, and no other. */
async function expectVersions(pool: Pool): Promise<void> {
  const rows = await prismaOn(pool).$queryRaw<VersionRow[]>`
    SELECT coalesce(named.id, kept.id) AS id, encode(named.hash, 'hex') AS hash,
      encode(kept.hash, 'hex') AS kept, content
    FROM (SELECT DISTINCT recording_id AS id, content_hash AS hash FROM recording_delivery) AS named
    FULL JOIN (SELECT recording_id AS id, content_hash AS hash, content
               FROM ${Prisma.raw(versionsSql)} AS version) AS kept USING (id, hash)`;
  const keys = rows.map(({ id, hash }) => `${id} ${hash}`);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { hash, kept, content } of rows) {
    expect(hashRecord(callRecordSchema.parse(content))).toBe(hash);
    expect(kept).toBe(hash);
  }
}

/** What pages read of the totals agrees with the calls. */
async function expectFacets(): Promise<void> {
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
