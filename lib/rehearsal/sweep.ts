import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { closeRehearsal } from "./close-rehearsal";
import { findAbandoned } from "./store";

type Abandoned = Awaited<ReturnType<typeof findAbandoned>>;

/**
 * Removes what a rehearsal left whose process was killed. Its process has to be silent on two looks:
 * after an outage of the database it needs a moment to say that it lives.
 * @returns what it saw, for the next look
 */
export async function sweep(pool: Pool, seen: Abandoned): Promise<Abandoned> {
  const abandoned = await findAbandoned(pool);
  const isSilentStill =
    abandoned && abandoned.id === seen?.id && abandoned.silentSince === seen.silentSince;
  if (!isSilentStill) return abandoned;
  const closed = await closeRehearsal(pool, abandoned.id, () => "interrupted");
  if (closed) log().warn("what an interrupted rehearsal had left was removed");
  return null;
}
