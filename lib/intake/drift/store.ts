import "server-only";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { foldDrift } from "./fold-drift";

/** Notes that these are known. They go on being counted. Returns how many were not known yet. */
export async function acknowledgeDrift(ids: bigint[], by: string): Promise<number> {
  // What can be seen may be tallied only; once folded, it has a row to note it on.
  while (await foldDrift(backgroundPool()));
  const { count } = await db().drift.updateMany({
    where: { id: { in: ids }, acknowledgedAt: null },
    data: { acknowledgedAt: new Date(), acknowledgedBy: by },
  });
  return count;
}
