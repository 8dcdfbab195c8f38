import "server-only";
import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/database/transaction";
import { gapsSql, yesSql } from "./answers";
import { keysSql, quarterSql, sumColumns } from "./counted-call";
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
    await client.query("DELETE FROM rollup_broad");
    await client.query("DELETE FROM rollup_quarter");
    await client.query(
      `INSERT INTO rollup_key (id, by_campaign, by_person, ${named})
       SELECT DISTINCT ON (key) key, by_campaign, by_person, ${named} FROM (${keyedSql}) AS keyed
       ON CONFLICT (id) DO UPDATE SET
         by_campaign = excluded.by_campaign, by_person = excluded.by_person
       WHERE rollup_key.by_campaign IS NULL`,
    );
    await client.query(
      `INSERT INTO rollup_quarter (starts_at, key, ${sumColumns.join(", ")}) ${quartersSql("true")}`,
    );
    await client.query("UPDATE rollup_zone SET filled_to = '-infinity'");
    await recountCustomers(client);
  });
}

const named = "status, campaign, gender, type, gaps";

const namedSql = `status, coalesce(campaign, '') AS campaign, customer_gender AS gender,
  coalesce(customer_type, '') AS type, ${gapsSql} AS gaps`;

const keyedSql = `
  SELECT *, ${keysSql.key} AS key, ${keysSql.byCampaign} AS by_campaign, ${keysSql.byPerson} AS by_person
  FROM (SELECT DISTINCT ${namedSql} FROM recording) AS named`;

/** What the quarters should hold, of these calls. @param keys what is known of keys */
export function quartersSql(where: string, keys = "rollup_key"): string {
  return `
    SELECT starts_at, id AS key, ${sumColumns.join(", ")}
    FROM (
      SELECT ${quarterSql("created_at")} AS starts_at, ${namedSql},
        coalesce(sum(minutes_used), 0) AS minutes, ${yesSql.join(", ")}
      FROM recording WHERE ${where} GROUP BY 1, 2, 3, 4, 5, 6
    ) AS quarter LEFT JOIN ${keys} AS known USING (${named})`;
}
