import type { Pool } from "pg";
import { expect } from "vitest";
import { prismaOn } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { scanFacets } from "../counts/facets";
import { readFacets } from "../counts/read-totals";
import { emptyFilter } from "../filter/filter";
import { callRecordSchema, hashRecord } from "../record/call-record";
import { verifyCounts } from "../totals/totals";
import { expected, type Stored } from "./test-model";
import { versionsSql } from "./versions-sql";

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
