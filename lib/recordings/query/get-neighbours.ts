import "server-only";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import { writeCursor } from "../filter/cursor";
import type { RecordingQuery } from "../filter/filter";
import { minutesKey } from "../sql/order";
import type { WhereOptions } from "../sql/where";
import { findRows } from "./find-rows";
import type { NeighboursView } from "./views";

/**
 * The calls before and after one, in the order and under the filter of a list; null at its ends. The
 * call itself need not match the filter; without such a call both are null.
 */
export async function getNeighbours(
  id: string,
  { filter, page: { sort } }: RecordingQuery,
  options: WhereOptions,
): Promise<NeighboursView> {
  const key = sort.endsWith("created_at")
    ? Prisma.sql`(extract(epoch FROM created_at) * 1000000)::bigint`
    : minutesKey;
  const [here] = await db().$queryRaw<{ key: bigint }[]>`
    SELECT ${key}::bigint AS key FROM recording WHERE id = ${id}`;
  if (!here) return { previous: null, next: null };

  const cursor = writeCursor({ key: String(here.key), id });
  const find = async (side: { after: string | null; before: string | null }) => {
    const [found] = await findRows<{ id: string }>(
      { columns: Prisma.sql`id`, filter, place: { sort, ...side }, limit: 1 },
      options,
    );
    return found?.id ?? null;
  };
  const [previous, next] = await Promise.all([
    find({ after: null, before: cursor }),
    find({ after: cursor, before: null }),
  ]);
  return { previous, next };
}
