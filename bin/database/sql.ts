import "server-only";
import type { ClientBase, Pool } from "pg";
import { prismaOn } from "@/lib/platform/database/transaction";

type Fitness = {
  version: number;
  encoding: string;
  readOnly: boolean;
  fsync: boolean;
  fullPageWrites: boolean;
  mayCreate: boolean;
  extensions: string[];
  mayExtend: boolean;
};

/** What PostgreSQL tells of itself, of its database and of what this user may do there. */
export async function readFitness(client: ClientBase): Promise<Fitness> {
  const { rows } = await client.query<Fitness>(`
    SELECT current_setting('server_version_num')::int AS version,
           current_setting('server_encoding') AS encoding,
           pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "readOnly",
           current_setting('fsync')::boolean AS fsync,
           current_setting('full_page_writes')::boolean AS "fullPageWrites",
           coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
           ARRAY(SELECT extname::text FROM pg_extension) AS extensions,
           has_database_privilege(current_database(), 'CREATE') AS "mayExtend"`);
  const [found] = rows;
  if (!found) throw new Error("PostgreSQL did not describe itself");
  return found;
}

/** The database's time, and the number of the newest delivery, if there is one. */
export async function readTimes(
  client: ClientBase,
): Promise<{ now: Date; newestSeq: bigint | null }> {
  const { rows } = await client.query<{ now: Date; newest: string | null }>(
    "SELECT now() AS now, (SELECT max(accepted_seq) FROM delivery) AS newest",
  );
  const [{ now, newest } = { now: new Date(0), newest: null }] = rows;
  return { now, newestSeq: newest === null ? null : BigInt(newest) };
}

/** How many calls have an id that begins so, and whether there are others. */
export async function countByPrefix(
  pool: Pool,
  prefix: string,
): Promise<{ those: number; others: boolean }> {
  const rows = await prismaOn(pool).$queryRaw<{ those: number; others: boolean }[]>`
    SELECT count(*) FILTER (WHERE starts_with(id, ${prefix}))::int AS those,
           coalesce(bool_or(NOT starts_with(id, ${prefix})), false) AS others
    FROM recording`;
  return rows[0] ?? { those: 0, others: false };
}
