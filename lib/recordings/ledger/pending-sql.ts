import "server-only";
import type { Database } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

/** The tables whose words and choices an index has. */
const searched = Prisma.sql`(
  'recording'::regclass, 'customer'::regclass, 'transcript_search'::regclass)`;

/** How many rows were written that these indexes were told of; a database that ended badly counts anew. */
export async function countWritten(client: Database): Promise<number> {
  const [row] = await client.$queryRaw<{ written: number }[]>`
    SELECT coalesce(sum(n_tup_ins + n_tup_upd - n_tup_hot_upd), 0)::float8 AS written
    FROM pg_stat_user_tables WHERE relid IN ${searched}`;
  return row?.written ?? 0;
}

/** Puts what was written lately where searches find it at once. */
export async function mergePending(client: Database): Promise<void> {
  await client.$queryRaw`
    SELECT gin_clean_pending_list(indexrelid)::int FROM pg_index
      JOIN pg_class AS index ON index.oid = indexrelid AND index.relkind = 'i'
      JOIN pg_am ON pg_am.oid = relam AND amname = 'gin'
    WHERE indisvalid AND indrelid IN ${searched}`;
}
