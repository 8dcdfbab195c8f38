import "server-only";
import type { Pool, PoolClient } from "pg";
import { inTransaction } from "@/lib/platform/transaction";
import { lockFolding } from "./fold-lock";
import { saidKeys } from "./said-keys";

/**
 * Folds what became of customers' calls into what is kept of each; one process at a time. @returns how
 * many changes it took
 */
export async function foldCustomerCalls(pool: Pool): Promise<number> {
  const { rows } = await pool.query("SELECT FROM customer_calls_change LIMIT 1");
  if (rows.length === 0) return 0;
  return inTransaction(
    pool,
    async (client) => {
      await lockFolding(client);
      const changes = await takeChanges(client);
      await addChanges(client, changes);
      return changes.length;
    },
    "READ COMMITTED",
  );
}

const mostAtOnce = 2_000;

type ChangeRow = {
  customer_id: string;
  recording_id: string | null;
  calls: number;
  is_told_anew: boolean;
};

async function takeChanges(client: PoolClient): Promise<ChangeRow[]> {
  const { rows } = await client.query<ChangeRow>(
    `DELETE FROM customer_calls_change
     WHERE id = ANY(ARRAY(SELECT id FROM customer_calls_change LIMIT $1))
     RETURNING customer_id, recording_id, calls, is_told_anew`,
    [mostAtOnce],
  );
  return rows;
}

async function addChanges(client: PoolClient, changes: ChangeRow[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { customer_id: id, calls } of changes) counts.set(id, (counts.get(id) ?? 0) + calls);
  await client.query(countSql, [[...counts.keys()], [...counts.values()]]);
  const came = changes.flatMap(({ recording_id: id }) => id ?? []);
  const anew = changes.flatMap(({ customer_id: id, is_told_anew }) => (is_told_anew ? [id] : []));
  if (came.length > 0) await client.query(tellSql("id = ANY($1)"), [came]);
  if (anew.length > 0) {
    await client.query(forgetSql, [anew]);
    await client.query(tellSql("customer_id = ANY($1)"), [anew]);
  }
  await client.query(
    `DELETE FROM customer_calls WHERE customer_id = ANY($1) AND calls = 0
       AND NOT EXISTS (SELECT FROM customer WHERE id = customer_id)`,
    [[...counts.keys()]],
  );
}

/** Tells of all customers anew, from a snapshot: in a REPEATABLE READ transaction that may fold. */
export async function recountCustomers(client: PoolClient): Promise<void> {
  await client.query("DELETE FROM customer_calls_change");
  await client.query("DELETE FROM customer_calls");
  await client.query(tellSql("true", "count(*)"));
  await client.query(
    `INSERT INTO customer_calls (customer_id, calls, last_call_at, last_call_id, is_contradictory)
     SELECT id, 0, '-infinity', '', false FROM customer ON CONFLICT (customer_id) DO NOTHING`,
  );
}

const countSql = `
  INSERT INTO customer_calls AS kept (customer_id, calls, last_call_at, last_call_id,
                                      is_contradictory)
  SELECT customer_id, calls, '-infinity', '', false
  FROM unnest($1::text[], $2::int[]) AS counted (customer_id, calls)
  ON CONFLICT (customer_id) DO UPDATE SET calls = kept.calls + excluded.calls`;

/** What left a customer can't be subtracted from a least. */
const forgetSql = `
  UPDATE customer_calls SET last_call_at = '-infinity', last_call_id = '', name_key = NULL,
    phone_key = NULL, email_key = NULL, gender_key = NULL, is_phone_number_correct = NULL,
    is_contradictory = false
  WHERE customer_id = ANY($1)`;

/** The columns of what calls say of their customers, over `recording`. */
export function toldSql(where: string, count: string): string {
  return `
    SELECT customer_id, ${count}::int AS calls, max(created_at) AS last_call_at,
      (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS last_call_id,
      min(name_key) AS name_key, min(phone_key) AS phone_key, min(email_key) AS email_key,
      min(gender_key) AS gender_key, bool_and(is_correct) AS is_phone_number_correct,
      (min(name_key) <> max(name_key) OR min(phone_key) <> max(phone_key)
        OR min(email_key) <> max(email_key) OR min(gender_key) <> max(gender_key)
        OR bool_and(is_correct) <> bool_or(is_correct)) IS TRUE AS is_contradictory
    FROM (
      SELECT customer_id, created_at, id, customer_is_phone_number_correct AS is_correct,
        ${saidKeys.name} AS name_key, ${saidKeys.phone} AS phone_key,
        ${saidKeys.email} AS email_key, ${saidKeys.gender} AS gender_key
      FROM recording WHERE ${where}
    ) AS said
    GROUP BY customer_id`;
}

/**
 * Adds calls to what is told of their customers. The keys are the least that were said: another one
 * contradicts. What is told twice is the same as once, but for the count.
 */
function tellSql(where: string, count = "0"): string {
  return `
    INSERT INTO customer_calls AS kept (customer_id, calls, last_call_at, last_call_id, name_key,
      phone_key, email_key, gender_key, is_phone_number_correct, is_contradictory)
    ${toldSql(where, count)}
    ON CONFLICT (customer_id) DO UPDATE SET
      last_call_at = greatest(kept.last_call_at, excluded.last_call_at),
      last_call_id = CASE WHEN (kept.last_call_at, kept.last_call_id)
                               > (excluded.last_call_at, excluded.last_call_id)
                          THEN kept.last_call_id ELSE excluded.last_call_id END,
      name_key = least(kept.name_key, excluded.name_key),
      phone_key = least(kept.phone_key, excluded.phone_key),
      email_key = least(kept.email_key, excluded.email_key),
      gender_key = least(kept.gender_key, excluded.gender_key),
      is_phone_number_correct =
        least(kept.is_phone_number_correct, excluded.is_phone_number_correct),
      is_contradictory = kept.is_contradictory OR excluded.is_contradictory
        OR (kept.name_key <> excluded.name_key OR kept.phone_key <> excluded.phone_key
          OR kept.email_key <> excluded.email_key OR kept.gender_key <> excluded.gender_key
          OR kept.is_phone_number_correct <> excluded.is_phone_number_correct) IS TRUE`;
}
