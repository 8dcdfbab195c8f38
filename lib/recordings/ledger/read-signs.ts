import "server-only";
import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/database/pg-transaction";
import { toSigns, unreadSign } from "../record/search-text";

const mostAtOnce = 200;

/**
 * Looks at the signs of calls that were stored before these were kept, of a bounded number of calls;
 * what somebody writes at the moment is passed over, and stays to be found as before.
 * @param after the id behind which it goes on @returns where to go on next; null: all were looked at
 */
export async function readSigns(pool: Pool, after: string): Promise<string | null> {
  return inTransaction(
    pool,
    async (client) => {
      const { rows } = await client.query<{ id: string; text: string | null }>(
        `SELECT id, CASE WHEN signs = ARRAY[$3] THEN search_text END AS text
         FROM recording WHERE id > $1 ORDER BY id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
        [after, mostAtOnce, unreadSign],
      );
      const unread = rows.flatMap(({ id, text }) => (text === null ? [] : [{ id, text }]));
      await client.query(
        `UPDATE recording SET signs = string_to_array(told.signs, E'\\n')
         FROM unnest($1::text[], $2::text[]) AS told (id, signs) WHERE recording.id = told.id`,
        [unread.map(({ id }) => id), unread.map(({ text }) => toSigns(text).join("\n"))],
      );
      return rows.at(-1)?.id ?? null;
    },
    "READ COMMITTED",
  );
}
