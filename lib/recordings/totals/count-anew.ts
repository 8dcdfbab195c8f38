import "server-only";
import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/transaction";
import { keySql, quarterSql, sumColumns } from "./counted-call";
import { recountCustomers } from "./customer-calls";
import { lockFolding } from "./fold-lock";

/**
 * Derives all that is derived from the calls anew, on one snapshot: what is stored meanwhile is noted
 * beside it, and nobody waits. The days of zones are made of it afterwards. Whole or not at all.
 * @param pool without a limit on the time of a statement
 */
export async function countAnew(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockFolding(client);
    await client.query("DELETE FROM rollup_change");
    await client.query("DELETE FROM rollup_period");
    await client.query("DELETE FROM rollup_quarter");
    await client.query(
      `INSERT INTO rollup_key (id, status, campaign, gender, type)
       SELECT DISTINCT ON (key) key, status, campaign, gender, type FROM (${keyedSql}) AS keyed
       ON CONFLICT DO NOTHING`,
    );
    await client.query(
      `INSERT INTO rollup_quarter (starts_at, key, ${sumColumns.join(", ")}) ${quartersSql("true")}`,
    );
    await client.query("UPDATE rollup_zone SET filled_to = '-infinity'");
    await recountCustomers(client);
  });
}

const namedSql = `status, coalesce(campaign, '') AS campaign, customer_gender AS gender,
  coalesce(customer_type, '') AS type`;

const keyedSql = `
  SELECT *, ${keySql({ status: "status", campaign: "campaign", gender: "gender", type: "type" })} AS key
  FROM (SELECT DISTINCT ${namedSql} FROM recording) AS named`;

/** What the quarters should hold, of these calls. @param keys what is known of keys */
export function quartersSql(where: string, keys = "rollup_key"): string {
  return `
    SELECT starts_at, id AS key, calls, minutes, with_transcript, confirmed, phone_number_correct
    FROM (
      SELECT ${quarterSql("created_at")} AS starts_at, ${namedSql}, count(*) AS calls,
        coalesce(sum(minutes_used), 0) AS minutes, count(*) FILTER (WHERE has_transcript) AS with_transcript,
        count(*) FILTER (WHERE customer_is_confirmed) AS confirmed,
        count(*) FILTER (WHERE customer_is_phone_number_correct) AS phone_number_correct
      FROM recording WHERE ${where} GROUP BY 1, 2, 3, 4, 5
    ) AS quarter LEFT JOIN ${keys} AS known USING (status, campaign, gender, type)`;
}
