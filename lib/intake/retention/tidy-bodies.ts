import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { getRetention } from "@/lib/settings/queries";
import { type ClaimedTask, claimTask, finishTask, LostTask } from "../upkeep/claim";
import { lastDayOver, listBodyDays } from "./body-days";
import { dropDay, dropLeftovers } from "./drop-day";
import { tidyDefaultPartition, tidyOversizedBodies } from "./tidy-unpartitioned";

/** Between two tidyings, whichever process does them. */
const restSeconds = 3_600;

/**
 * Drops the raw bytes that are over the limit and that nothing needs any more, if that is due and
 * nobody else does it. Deliveries themselves stay. Idempotent; a run that ends early is made good by
 * the next.
 */
export async function tidyBodies(
  pool: Pool,
  claimant: string,
  now: Date,
): Promise<"tidied" | "not-due"> {
  const task = await claimTask(pool, "retention", claimant, restSeconds);
  if (!task) return "not-due";
  try {
    await dropLeftovers(pool);
    let applied: number | null;
    let busy: string[];
    // A setting that changes meanwhile is applied at once.
    do {
      applied = (await getRetention()).days;
      busy = applied === null ? [] : await dropDays(pool, task, applied, now);
    } while ((await getRetention()).days !== applied);
    await finishTask(pool, task, busy.length > 0 ? `${busy.join(", ")}: in use` : null);
  } catch (error) {
    if (error instanceof LostTask) return "not-due";
    await finishTask(pool, task, error instanceof Error ? error.message : String(error)).catch(
      () => undefined,
    );
    throw error;
  }
  return "tidied";
}

/** Days that were in use are returned. */
async function dropDays(
  pool: Pool,
  task: ClaimedTask,
  retentionDays: number,
  now: Date,
): Promise<string[]> {
  const lastDay = lastDayOver(retentionDays, now);
  const drop = { retentionDays, droppedAt: now };
  const { days } = await listBodyDays();
  const busy: string[] = [];
  for (const day of days.filter(({ acceptedOn }) => acceptedOn <= lastDay)) {
    const outcome = await dropDay(pool, task, day, drop);
    if (outcome === "busy") busy.push(day.acceptedOn);
    if (outcome === "dropped")
      log().info({ day, retentionDays }, "raw bytes of a day were dropped");
  }
  const deleted = await tidyDefaultPartition(pool, task, lastDay, drop);
  const emptied = await tidyOversizedBodies(pool, task, lastDay);
  if (deleted + emptied > 0) log().info({ deleted, emptied }, "single raw bytes were dropped");
  return busy;
}
