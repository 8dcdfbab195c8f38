import "server-only";
import type { Pool, PoolClient } from "pg";
import { sqlStateOf } from "@/lib/platform/database/database-fault";
import { inTransaction } from "@/lib/platform/database/pg-transaction";
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
      await client.query(
        `DELETE FROM rollup_zone WHERE zone = (
           SELECT zone FROM rollup_zone WHERE zone NOT IN ($1, $2)
             AND wanted_at < now() - interval '1 hour'
             AND (SELECT count(*) FROM rollup_zone WHERE zone <> $1) >= $3
           ORDER BY wanted_at LIMIT 1
         )`,
        [zone, anyZone, mostZones],
      );
      const { rowCount } = await client.query(
        `INSERT INTO rollup_zone (zone, filled_to)
         SELECT $1, '-infinity'
         WHERE (SELECT count(*) FROM rollup_zone WHERE zone <> $1) < $2
         ON CONFLICT (zone) DO UPDATE SET wanted_at = now()`,
        [zone, mostZones],
      );
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
  const { rows } = await pool.query<{ zone: string }>(
    `SELECT zone FROM rollup_zone
     WHERE filled_to < 'infinity'
       AND NOT EXISTS (SELECT FROM upkeep WHERE task = 'count-anew' AND finished_at IS NULL)
     ORDER BY zone <> $1, wanted_at LIMIT 1`,
    [anyZone],
  );
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
      const { rowCount } = await client.query(
        "DELETE FROM rollup_zone WHERE zone <> $1 AND wanted_at < now() - interval '30 days'",
        [anyZone],
      );
      if (rowCount !== 0) await dropUnkept(client);
    },
    "READ COMMITTED",
  );
}

/** The zones in whose days all calls are counted. */
export async function readZones(client: Pick<Pool, "query">): Promise<string[]> {
  const { rows } = await client.query<{ zone: string }>(
    "SELECT zone FROM rollup_zone WHERE filled_to = 'infinity' ORDER BY zone",
  );
  return rows.map(({ zone }) => zone);
}

const mostZones = 16;
const unknownZoneState = "22023";

async function dropUnkept(client: PoolClient): Promise<void> {
  for (const table of ["rollup_period", "rollup_broad"]) {
    await client.query(
      `DELETE FROM ${table} WHERE zone IN (
         SELECT DISTINCT zone FROM rollup_broad WHERE period = 'year'
         EXCEPT SELECT zone FROM rollup_zone
       )`,
    );
  }
}

async function isKnown(pool: Pool, zone: string): Promise<boolean> {
  try {
    await pool.query("SELECT now() AT TIME ZONE $1", [zone]);
    return true;
  } catch (error) {
    if (sqlStateOf(error) === unknownZoneState) return false;
    throw error;
  }
}
