import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { hashSecret } from "@/lib/intake/secrets/check/secret-hashes";
import { syncSecrets } from "@/lib/intake/secrets/sync-secrets";
import { webhookUrls } from "@/lib/intake/secrets/webhook-url";
import { log } from "@/lib/ops/log";
import { runWorker } from "@/lib/ops/worker";
import { backgroundPool } from "@/lib/platform/database/db";
import { processWide } from "@/lib/platform/process/process-wide";
import { planDeliveries } from "./plan-deliveries";
import { closeRehearsal, type Run, runRehearsal, toSteps } from "./run-rehearsal";
import { findAbandoned, openRehearsal } from "./store";

type Rehearsing = {
  /** Names this process in what it runs. */
  claimant: string;
  run: (run: Run) => void;
  stop: () => Promise<void>;
};

/** Looks after rehearsals, for the life of this process: runs its own, sweeps up behind dead ones. */
export const startRehearsing = processWide("earshotRehearsing", newRehearsing);

const everyMs = 3_000;
const stopTimeoutMs = 3_000;

function newRehearsing(): Rehearsing {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = Promise.resolve();

  let seen: Awaited<ReturnType<typeof sweep>> = null;
  const sweeper = runWorker({
    turn: async () => {
      // The database may be away; what was left stays until it is back.
      seen = await sweep(backgroundPool(), seen).catch(() => null);
      return everyMs;
    },
  });

  const perform = async (run: Run) => {
    try {
      await runRehearsal(backgroundPool(), run, signal);
      await syncSecrets();
    } catch (error) {
      if (!signal.aborted) log().warn({ err: error }, "a rehearsal was given up");
    }
  };
  return {
    claimant: randomUUID(),
    run: (run) => {
      running = perform(run);
    },
    stop: async () => {
      stopping.abort();
      const ended = Promise.all([running, sweeper.stop()]);
      await Promise.race([ended, sleep(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

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

/** Begins a rehearsal in this process, with a secret that nobody else ever learns. */
export async function beginRehearsal(
  startedBy: string,
): Promise<"begun" | "another-is-open" | "no-schema"> {
  const { claimant, run } = startRehearsing();
  const secret = randomBytes(32).toString("base64url");
  const plan = planDeliveries(randomBytes(8).toString("hex"), new Date());
  const opened = await openRehearsal(backgroundPool(), {
    secretHash: hashSecret(secret),
    steps: toSteps(plan),
    startedBy,
    claimedBy: claimant,
  });
  if (typeof opened === "string") return opened;
  // If it fails, the secret is learnt within seconds, and the first delivery waits for that.
  await syncSecrets().catch(() => undefined);
  run({ rehearsal: opened, plan, urls: webhookUrls(secret) });
  return "begun";
}
