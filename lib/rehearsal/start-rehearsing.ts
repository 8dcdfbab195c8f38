import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { listNames } from "@/lib/access/members/members";
import { hashSecret, markRehearsal } from "@/lib/intake/secrets/check/known-secrets";
import { type WebhookUrls, webhookUrls } from "@/lib/intake/secrets/store";
import { syncSecrets } from "@/lib/intake/secrets/sync-secrets";
import { countShadow, createShadowSchema, dropShadowSchema } from "@/lib/intake/store/shadow-sql";
import { LostLease } from "@/lib/ops/lease-sql";
import { log } from "@/lib/ops/log";
import { runLoop } from "@/lib/ops/loop";
import { holdWhile } from "@/lib/ops/task-lease";
import { backgroundPool, db, pagePool } from "@/lib/platform/database/db";
import { inTransaction } from "@/lib/platform/database/transaction";
import { isDuplicateKey, isForbidden } from "@/lib/platform/faults";
import { inBackground } from "@/lib/platform/process/background";
import { processWide } from "@/lib/platform/process/process-wide";
import { listNamedIds, type PlannedDelivery, planDeliveries, toSteps } from "./plan";
import { performStep } from "./rehearse-step";
import {
  countLedger,
  countSince,
  countTraces,
  findAbandoned,
  insertRehearsal,
  lockOpen,
  markClosed,
  type Opening,
  type OpenRehearsal,
  readLastSeq,
  renewClaim,
  saveSteps,
} from "./sql";
import type {
  LedgerCounts,
  RehearsalState,
  RehearsalStep,
  RehearsalView,
  RemovalView,
} from "./views";

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
      running = inBackground(() => perform(run));
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
  const opened = await openRehearsal(pagePool(), {
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
  const renew = () => renewClaim(pool, rehearsal);
  const isWhole = await holdWhile({ renew, everyMs: renewEveryMs, signal }, async (ending) => {
    for (const [index, delivery] of plan.entries()) {
      await performStep(delivery, {
        pool,
        urls,
        signal: ending,
        update: async (change) => {
          Object.assign(steps[index] ?? {}, change);
          await tryDatabase(() => saveSteps(pool, rehearsal, steps));
        },
      });
    }
    return true;
  }).catch((error: unknown) => {
    if (error instanceof LostLease) throw error;
    if (!signal.aborted) log().error({ err: error }, "a test run was interrupted");
    return false;
  });
  const hasFailed = steps.some(({ verdict }) => verdict === "failed");
  await untilAnswered(signal, async () => {
    await saveSteps(pool, rehearsal, steps);
    await closeRehearsal(pool, rehearsal.id, (isClean) => {
      if (!isWhole) return "interrupted";
      return hasFailed || !isClean ? "failed" : "passed";
    });
  });
}

const renewEveryMs = 1_500;

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
 * Opens a rehearsal with its schema, both or neither. `another-is-open`: one runs at a time.
 * `no-schema`: the database user may not make one.
 */
export async function openRehearsal(
  pool: Pool,
  opening: Opening,
): Promise<OpenRehearsal | "another-is-open" | "no-schema"> {
  const id = randomUUID();
  try {
    await inTransaction(pool, async (client) => {
      const before = await countLedger(client);
      const lastSeq = await readLastSeq(client);
      await insertRehearsal(client, { ...opening, id, before, lastSeq });
      await createShadowSchema(client);
    });
    return { id, claimedBy: opening.claimedBy };
  } catch (error) {
    if (isDuplicateKey(error)) return "another-is-open";
    if (isForbidden(error)) return "no-schema";
    throw error;
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
    const open = await lockOpen(client, id);
    if (!open) return false;
    const removed = await countShadow(client);
    await dropShadowSchema(client);
    const removal: RemovalView = {
      removed,
      found: await countTraces(client, {
        ...listNamedIds(open.steps),
        secretHash: markRehearsal(Buffer.from(open.secret_hash)),
        lastSeq: open.last_seq,
      }),
      after: await countLedger(client),
      arrived: await countSince(client, open.last_seq),
    };
    await markClosed(client, id, judge(removal.found === 0), removal);
    return true;
  });
}

/** The one that is open, or else the last; null: there was none. */
export async function getRehearsal(): Promise<RehearsalView | null> {
  const row = await db().rehearsal.findFirst({ orderBy: { startedAt: "desc" } });
  if (!row) return null;
  const names = await listNames([row.startedBy]);
  return {
    id: row.id,
    state: row.state,
    // Written by this room from these very types; versions before wrote none that differ by a code.
    steps: (row.steps as RehearsalStep[]).map((step) => ({ ...step, differs: step.differs ?? [] })),
    before: row.ledgerBefore as LedgerCounts,
    removal: row.removal as RemovalView | null,
    startedBy: names.get(row.startedBy) ?? null,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
