import "server-only";
import type { Pool } from "pg";
import { readSigns } from "@/lib/recordings/ledger/read-signs";
import { isLedgerLean } from "@/lib/recordings/ledger/versions/ledger-form";
import { claimTask, finishTask, holdTask } from "./claim";

/** Once, for what there was before the signs were kept. */
const neverAgain = 1e9;
/** Whatever else is due comes in between. */
const mostMs = 3_000;

/**
 * Begins when the version before is gone, which writes texts without their signs.
 * @returns a step that looks at some calls' signs and goes on the next time where it was
 */
export function newSignsStep(claimant: string): (pool: Pool) => Promise<void> {
  let after: string | null = "";
  return async (pool) => {
    if (!(await isLedgerLean(pool))) return;
    const task = await claimTask(pool, "read-signs", claimant, neverAgain);
    if (!task) return;
    const untilMs = Date.now() + mostMs;
    while (after !== null && Date.now() < untilMs) after = await readSigns(pool, after);
    if (after !== null) return holdTask(pool, task);
    after = "";
    await finishTask(pool, task, null);
  };
}
