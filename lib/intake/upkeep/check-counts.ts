import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { claimTask, finishTask, holdTask, type Task } from "@/lib/ops/task-lease";
import { prismaOn } from "@/lib/platform/database/transaction";
import { mendMarks } from "@/lib/recordings/marks/store-marks";
import { countAnew, type Discrepancy, verifyCounts } from "@/lib/recordings/totals/verify-counts";

/** Between two comparisons, whichever process does them. */
const restSeconds = 86_400;
const sampledDays = 20;
/** Only when somebody asks for it. */
const neverAgain = 1e9;

/** Counts all that is derived from the calls anew where somebody asked for it, a migration for one. */
export async function countAnewIfDue(pool: Pool, claimant: string): Promise<void> {
  await doTask(pool, "count-anew", claimant, neverAgain, async () => {
    await countAnew(pool);
    log().info("all counts were derived from the calls anew");
    return null;
  });
}

/** Compares a sample of what is derived with the calls, once a day; what differs is counted anew. */
export async function compareCountsIfDue(pool: Pool, claimant: string): Promise<void> {
  await doTask(pool, "verify-counts", claimant, restSeconds, async () => {
    const found = await verifyCounts(pool, sampledDays);
    if (found.length === 0) return null;
    log().error(
      { found: found.map(({ of, rows }) => ({ of, rows })) },
      "counts differ from the calls",
    );
    await countAnew(pool);
    return `${describeDiscrepancies(found)}; all was counted anew`;
  });
}

/** Mends, once a day, the marks of calls that changed or went while they were set. */
export async function mendMarksIfDue(pool: Pool, claimant: string): Promise<void> {
  await doTask(pool, "mend-marks", claimant, restSeconds, async () => {
    for (let after: string | null = ""; after !== null; ) {
      after = await mendMarks(prismaOn(pool), after, marksAtOnce);
    }
    return null;
  });
}

const marksAtOnce = 1_000;

/** In words, without values of calls. */
function describeDiscrepancies(found: Discrepancy[]): string {
  return found.map(({ of, rows }) => `${of}: ${rows} differ`).join(", ");
}

const holdMs = 20_000;

/** @param work gives what is to be told of it; null: all is well */
async function doTask(
  pool: Pool,
  name: Task,
  claimant: string,
  rest: number,
  work: () => Promise<string | null>,
): Promise<void> {
  const task = await claimTask(pool, name, claimant, rest);
  if (!task) return;
  const holding = setInterval(
    () => void holdTask(prismaOn(pool), task).catch(() => undefined),
    holdMs,
  );
  try {
    await finishTask(pool, task, await work());
  } catch (error) {
    await finishTask(pool, task, "it broke off").catch(() => undefined);
    throw error;
  } finally {
    clearInterval(holding);
  }
}
