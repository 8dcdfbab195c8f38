import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { dropShadowSchema } from "@/lib/intake/drain/shadow-schema";
import { hashSecret, markRehearsal } from "@/lib/intake/secrets/check/known-secrets";
import { syncSecrets } from "@/lib/intake/secrets/sync-secrets";
import { type WebhookUrls, webhookUrls } from "@/lib/intake/secrets/webhook-url";
import { log } from "@/lib/ops/log";
import { runLoop } from "@/lib/ops/loop";
import { LostLease } from "@/lib/ops/task-lease";
import { backgroundPool } from "@/lib/platform/database/db";
import { inTransaction, type Transaction } from "@/lib/platform/database/transaction";
import { processWide } from "@/lib/platform/process/process-wide";
import {
  listNamedIds,
  type PlannedDelivery,
  planDeliveries,
  type RehearsalState,
  type RehearsalStep,
  type RemovalView,
} from "./plan";
import { countShadow, performStep } from "./rehearse-step";
import {
  countLedger,
  findAbandoned,
  type OpenRehearsal,
  openRehearsal,
  renewClaim,
  saveSteps,
} from "./store";

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
  const sweeper = runLoop({
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
      if (!signal.aborted) log().warn({ err: error }, "a test run was abandoned");
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
  if (closed) log().warn("data of an interrupted test run was removed");
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
    if (!signal.aborted) log().error({ err: error }, "a test run was interrupted");
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

/**
 * Removes everything that an open rehearsal made, looks whether any of it is in the ledger, and
 * closes it: all of this or nothing. Safe to call again, from any process.
 * @param judge the state in which it ends, by whether nothing is left
 * @returns false: it was closed already
 */
export async function closeRehearsal(
  pool: Pool,
  id: string,
  judge: (isClean: boolean) => RehearsalState,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    // Waits for what is just being stored in the shadow schema; nothing comes into it afterwards.
    const rows = await client.$queryRaw<OpenRow[]>`
      SELECT secret_hash, steps, last_seq FROM rehearsal WHERE id = ${id} AND is_open FOR UPDATE`;
    const [open] = rows;
    if (!open) return false;
    const removed = await countShadow(client);
    await dropShadowSchema(client);
    const removal: RemovalView = {
      removed,
      found: await countTraces(client, open),
      after: await countLedger(client),
      arrived: await countSince(client, open.last_seq),
    };
    await client.$executeRaw`
      UPDATE rehearsal SET is_open = NULL, state = ${judge(removal.found === 0)}, removal = ${JSON.stringify(removal)}, ended_at = now()
      WHERE id = ${id}`;
    return true;
  });
}

/** `steps` was written by this room from this very type. */
type OpenRow = { secret_hash: Uint8Array; steps: RehearsalStep[]; last_seq: bigint };

/** How often the ledger names what the rehearsal made up. */
async function countTraces(client: Transaction, open: OpenRow): Promise<number> {
  const { recordings, customers } = listNamedIds(open.steps);
  const rows = await client.$queryRaw<{ found: number }[]>`
    SELECT ((SELECT count(*) FROM recording WHERE id = ANY(${recordings}))
          + (SELECT count(*) FROM recording_version WHERE recording_id = ANY(${recordings}))
          + (SELECT count(*) FROM recording_delivery WHERE recording_id = ANY(${recordings}))
          + (SELECT count(*) FROM recording_newest WHERE recording_id = ANY(${recordings}))
          + (SELECT count(*) FROM customer WHERE id = ANY(${customers}))
          + (SELECT count(*) FROM delivery
             WHERE accepted_seq > ${open.last_seq} AND secret_hash = ${markRehearsal(Buffer.from(open.secret_hash))}))::int AS found`;
  return rows[0]?.found ?? 0;
}

async function countSince(client: Transaction, lastSeq: bigint): Promise<number> {
  const rows = await client.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM delivery WHERE accepted_seq > ${lastSeq}`;
  return rows[0]?.count ?? 0;
}
