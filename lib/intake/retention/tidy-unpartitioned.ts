import "server-only";
import type { Pool } from "pg";
import { Prisma } from "@/prisma/client/client";
import { type ClaimedTask, holdTask } from "../upkeep/claim";
import { dayAfter, mostDays } from "./body-days";
import type { Drop } from "./drop-day";
import { mayGo, readNeed } from "./needed-bytes";

/** Deletes what is over the limit where no day has a partition of its own. @throws {LostTask} */
export async function tidyDefaultPartition(
  pool: Pool,
  task: ClaimedTask,
  lastDay: string,
  { droppedAt, retentionDays }: Drop,
): Promise<number> {
  const may = mayGo(await readNeed(pool));
  const until = await findLastDay(
    pool,
    Prisma.sql`SELECT accepted_on FROM delivery_body_default AS kept
      WHERE accepted_on <= ${lastDay}::date AND ${may}`,
  );
  let deleted = 0;
  for (let count = atOnce; count === atOnce; deleted += count) {
    await holdTask(pool, task);
    const { text, values } = Prisma.sql`
      WITH gone AS (
        DELETE FROM delivery_body_default WHERE (id, accepted_on) IN (
          SELECT id, accepted_on FROM delivery_body_default AS kept
          WHERE accepted_on <= ${until}::date AND ${may} LIMIT ${atOnce}
        ) RETURNING accepted_on
      ), noted AS (
        INSERT INTO body_drop (accepted_on, dropped_at, retention_days)
        SELECT DISTINCT accepted_on, ${droppedAt}::timestamptz, ${retentionDays}::int FROM gone
        ON CONFLICT DO NOTHING
      ) SELECT count(*)::int AS count FROM gone`;
    const { rows } = await pool.query<{ count: number }>(text, values);
    count = rows[0]?.count ?? 0;
  }
  return deleted;
}

/** Of bodies that were too large, their size and hash stay. @throws {LostTask} */
export async function tidyOversizedBodies(
  pool: Pool,
  task: ClaimedTask,
  lastDay: string,
): Promise<number> {
  const until = await findLastDay(
    pool,
    Prisma.sql`SELECT (refused_at AT TIME ZONE 'UTC')::date FROM oversized_body
      WHERE refused_at < (${dayAfter(lastDay)}::date)::timestamp AT TIME ZONE 'UTC'
        AND octet_length(beginning) > 0`,
  );
  if (until === null) return 0;
  let emptied = 0;
  for (let count = atOnce; count === atOnce; emptied += count) {
    await holdTask(pool, task);
    const { rowCount } = await pool.query(
      `UPDATE oversized_body SET beginning = '' WHERE id = ANY(ARRAY(
         SELECT id FROM oversized_body
         WHERE refused_at < ($1::date)::timestamp AT TIME ZONE 'UTC'
           AND octet_length(beginning) > 0 LIMIT $2))`,
      [dayAfter(until), atOnce],
    );
    count = rowCount ?? 0;
  }
  return emptied;
}

/** The last of the oldest days that may go in one run; null: there are none. */
async function findLastDay(pool: Pool, days: Prisma.Sql): Promise<string | null> {
  const { text, values } = Prisma.sql`
    SELECT max(day)::text AS last FROM (
      SELECT DISTINCT day FROM (${days}) AS over (day) ORDER BY day LIMIT ${mostDays}
    ) AS oldest`;
  const { rows } = await pool.query<{ last: string | null }>(text, values);
  return rows[0]?.last ?? null;
}

const atOnce = 200;
