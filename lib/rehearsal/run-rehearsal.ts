import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { WebhookUrls } from "@/lib/intake/secrets/webhook-url";
import { log } from "@/lib/ops/log";
import { LostLease } from "@/lib/platform/database/lease";
import { closeRehearsal } from "./close-rehearsal";
import { performStep } from "./perform-step";
import type { PlannedDelivery } from "./plan-deliveries";
import { type OpenRehearsal, renewClaim, saveSteps } from "./store";
import type { RehearsalStep } from "./views";

export type Run = {
  rehearsal: OpenRehearsal;
  plan: PlannedDelivery[];
  urls: WebhookUrls;
};

/**
 * Runs an open rehearsal from its first step to the removal of everything. While the database is
 * away it waits. Aborted, it removes what it made and ends as interrupted, if it still can.
 */
export async function runRehearsal(
  pool: Pool,
  { rehearsal, plan, urls }: Run,
  signal: AbortSignal,
): Promise<void> {
  const steps = toSteps(plan);
  const claim = holdClaim(pool, rehearsal);
  let isWhole = false;
  try {
    for (const [index, delivery] of plan.entries()) {
      await performStep(delivery, {
        ...{ pool, urls, signal },
        tell: async (change) => {
          Object.assign(steps[index] ?? {}, change);
          await tryDatabase(() => saveSteps(pool, rehearsal, steps));
        },
      });
    }
    isWhole = true;
  } catch (error) {
    if (error instanceof LostLease) throw error;
    if (!signal.aborted) log().error({ err: error }, "a rehearsal broke off");
  } finally {
    await claim.stop();
  }
  const hasFailed = steps.some(({ verdict }) => verdict === "failed");
  await untilAnswered(signal, async () => {
    await saveSteps(pool, rehearsal, steps);
    await closeRehearsal(pool, rehearsal.id, (isClean) => {
      if (!isWhole) return "interrupted";
      return hasFailed || !isClean ? "failed" : "passed";
    });
  });
}

/** As a rehearsal begins: everything is to be sent, nothing has come. */
export function toSteps(plan: PlannedDelivery[]): RehearsalStep[] {
  return plan.map(({ name, recordingId, body }) => ({
    ...{ name, recordingId },
    sent: body,
    answer: null,
    stored: null,
    audioFault: null,
    waitedFor: null,
    verdict: null,
    differs: [],
    differences: [],
  }));
}

const renewEveryMs = 1_500;

function holdClaim(pool: Pool, rehearsal: OpenRehearsal) {
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = tryDatabase(() => renewClaim(pool, rehearsal)).catch(() => undefined);
  }, renewEveryMs);
  return {
    stop: () => {
      clearInterval(timer);
      return renewing;
    },
  };
}

/** What is not written now is written with what comes next. @throws {LostLease} */
async function tryDatabase(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof LostLease) throw error;
  }
}

const retryMs = 500;

async function untilAnswered(signal: AbortSignal, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      // Whoever stops can't wait; the next start goes on from here.
      if (error instanceof LostLease || signal.aborted) throw error;
      await sleep(retryMs);
    }
  }
}
