import "server-only";
import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/database/transaction";
import type { Prisma } from "@/prisma/client/client";
import { recountCustomers } from "./customers-sql";
import { lockFolding, readZones } from "./sql";
import {
  chooseDays,
  compareBroadDays,
  compareCustomers,
  compareDays,
  compareQuarters,
  everything,
  findExample,
  recountQuarters,
} from "./verify-sql";

/** Something derived says otherwise than the calls: how many rows of it, and one of them. */
export type Discrepancy = { of: string; rows: number; example: string };

/**
 * Compares all that is derived from the calls with what they say, on one snapshot; nobody waits.
 * @param pool without a limit on the time of a statement
 * @param days so many by chance, and their customers; undefined: all
 */
export async function verifyCounts(pool: Pool, days?: number): Promise<Discrepancy[]> {
  return inTransaction(pool, async (client) => {
    const scope = days === undefined ? everything : await chooseDays(client, days);
    const zones = await readZones(client);
    const comparisons: [string, Prisma.Sql][] = [
      ["calls of quarters", compareQuarters(scope)],
      ["calls of customers", compareCustomers(scope)],
      ...zones.flatMap((zone): [string, Prisma.Sql][] => [
        [`calls of days in ${zone}`, compareDays(scope, zone)],
        [`broad counts of days in ${zone}`, compareBroadDays(scope, zone)],
      ]),
    ];
    const found: Discrepancy[] = [];
    for (const [of, differing] of comparisons) {
      const row = await findExample(client, differing);
      if (row) found.push({ of, ...row });
    }
    return found;
  });
}

/**
 * Derives all that is derived from the calls anew, on one snapshot: what is stored meanwhile is noted
 * beside it, and nobody waits. The days of zones are made of it afterwards. Whole or not at all.
 * @param pool without a limit on the time of a statement
 */
export async function countAnew(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockFolding(client);
    await recountQuarters(client);
    await recountCustomers(client);
  });
}
