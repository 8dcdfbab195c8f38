import "server-only";
import type { Pool } from "pg";
import {
  type Database,
  inTransaction,
  prismaOn,
  type Transaction,
} from "@/lib/platform/database/transaction";
import { sqlStateOf } from "@/lib/platform/faults";
import { Prisma } from "@/prisma/client/client";
import { fillZone, lockFolding } from "./fold-counts";

/** Always kept: what needs no zone is told from it. */
export const anyZone = "UTC";

/**
 * Counts calls in the days of a zone too, from then on and of before. Nobody waits for it. False: the
 * database doesn't know the zone, or people look from as many others as may be kept.
 */
export async function keepZone(pool: Pool, zone: string): Promise<boolean> {
  if (!(await isKnown(pool, zone))) return false;
  const isNoted = await inTransaction(
    pool,
    async (client) => {
      await lockFolding(client);
      await client.$executeRaw`
        DELETE FROM rollup_zone WHERE zone = (
          SELECT zone FROM rollup_zone WHERE zone NOT IN (${zone}, ${anyZone})
            AND wanted_at < now() - interval '1 hour'
            AND (SELECT count(*) FROM rollup_zone WHERE zone <> ${zone}) >= ${mostZones}
          ORDER BY wanted_at LIMIT 1
        )`;
      const rowCount = await client.$executeRaw`
        INSERT INTO rollup_zone (zone, filled_to)
        SELECT ${zone}, '-infinity'
        WHERE (SELECT count(*) FROM rollup_zone WHERE zone <> ${zone}) < ${mostZones}
        ON CONFLICT (zone) DO UPDATE SET wanted_at = now()`;
      await dropUnkept(client);
      return rowCount === 1;
    },
    "READ COMMITTED",
  );
  return isNoted;
}

/**
 * Goes on with the zones that are being filled, unless the quarters are to be counted anew before.
 * @returns whether there is more to do
 */
export async function fillZones(pool: Pool): Promise<boolean> {
  const rows = await prismaOn(pool).$queryRaw<{ zone: string }[]>`
    SELECT zone FROM rollup_zone
    WHERE filled_to < 'infinity'
      AND NOT EXISTS (SELECT FROM upkeep WHERE task = 'count-anew' AND finished_at IS NULL)
    ORDER BY zone <> ${anyZone}, wanted_at LIMIT 1`;
  const [next] = rows;
  if (!next) return false;
  await fillZone(pool, next.zone);
  return true;
}

/** Nobody has looked from there for a month. */
export async function forgetZones(pool: Pool): Promise<void> {
  await inTransaction(
    pool,
    async (client) => {
      await lockFolding(client);
      const rowCount = await client.$executeRaw`
        DELETE FROM rollup_zone WHERE zone <> ${anyZone} AND wanted_at < now() - interval '30 days'`;
      if (rowCount !== 0) await dropUnkept(client);
    },
    "READ COMMITTED",
  );
}

/** The zones in whose days all calls are counted. */
export async function readZones(client: Database): Promise<string[]> {
  const rows = await client.$queryRaw<{ zone: string }[]>`
    SELECT zone FROM rollup_zone WHERE filled_to = 'infinity' ORDER BY zone`;
  return rows.map(({ zone }) => zone);
}

const mostZones = 16;
const unknownZoneState = "22023";

async function dropUnkept(client: Transaction): Promise<void> {
  for (const table of ["rollup_period", "rollup_broad"]) {
    await client.$executeRaw`
      DELETE FROM ${Prisma.raw(table)} WHERE zone IN (
        SELECT DISTINCT zone FROM rollup_broad WHERE period = 'year'
        EXCEPT SELECT zone FROM rollup_zone
      )`;
  }
}

async function isKnown(pool: Pool, zone: string): Promise<boolean> {
  try {
    await prismaOn(pool).$queryRaw`SELECT now() AT TIME ZONE ${zone}`;
    return true;
  } catch (error) {
    if (sqlStateOf(error) === unknownZoneState) return false;
    throw error;
  }
}
