import "server-only";
import { db } from "@/lib/platform/database/db";
import { toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

/** The ids behind one that any of these tables has as `recording_id`, in their order. */
export async function listIdsIn(
  tables: readonly string[],
  after: string,
  most: number,
): Promise<string[]> {
  const slices = tables.map(
    (table) => Prisma.sql`
      (SELECT DISTINCT recording_id AS id FROM ${Prisma.raw(table)} WHERE recording_id > ${after}
       ORDER BY 1 LIMIT ${most})`,
  );
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM (${Prisma.join(slices, " UNION ")}) AS slice ORDER BY id LIMIT ${most}`;
  return rows.map(({ id }) => id);
}

/** Deletes what these tables have of recordings, as far as the ledger doesn't know them. */
export async function deleteUnknown(
  tables: readonly string[],
  ids: readonly string[],
): Promise<void> {
  for (const table of tables) {
    await db().$executeRaw`
      DELETE FROM ${Prisma.raw(table)} AS kept WHERE recording_id = ANY(${toList(ids)}::text[])
        AND NOT EXISTS (SELECT FROM recording WHERE recording.id = kept.recording_id)`;
  }
}
