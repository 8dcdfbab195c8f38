import "server-only";
import type { Pool } from "pg";
import { inTransaction, toList } from "@/lib/platform/database/transaction";
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
      const rows = await client.$queryRaw<{ id: string; text: string | null }[]>`
        SELECT id, CASE WHEN signs = ARRAY[${unreadSign}] THEN search_text END AS text
        FROM recording WHERE id > ${after} ORDER BY id LIMIT ${mostAtOnce} FOR NO KEY UPDATE SKIP LOCKED`;
      const unread = rows.flatMap(({ id, text }) => (text === null ? [] : [{ id, text }]));
      await client.$executeRaw`
        UPDATE recording SET signs = string_to_array(told.signs, E'\\n')
        FROM unnest(
        ${toList(unread.map(({ id }) => id))}::text[],
        ${toList(unread.map(({ text }) => toSigns(text).join("\n")))}::text[]) AS told (id, signs) WHERE recording.id = told.id`;
      return rows.at(-1)?.id ?? null;
    },
    "READ COMMITTED",
  );
}
