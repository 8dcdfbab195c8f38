import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/ops/log";
import { intakePool } from "@/lib/platform/database/db";
import { describeDatabaseFault } from "@/lib/platform/faults";
import { clockOffset, eventNowMs } from "@/lib/platform/process/event-clock";
import { env } from "@/lib/platform/settings/env";
import { totalsAddedUp } from "@/lib/recordings/totals/totals";
import { drainFault, heldAside, longDeliveries } from "./journal/journal";
import { journal } from "./journal/open-journal";
import { acceptedAtOf, toAcceptedSeq } from "./journal/sequence";
import { isReadOnly } from "./sql";

export type Readiness = {
  ready: boolean;
  reasons: string[];
  /**
   * Null where the journal can't be read. `heldAside`: so many of them stay there, because the database ended
   * each time they were stored; they hold up nothing.
   */
  journal: { depth: number; lagSeconds: number; heldAside: number } | null;
  /** How far the totals above the list are behind. Null where no worker has told. */
  totals: { lagSeconds: number } | null;
  /** How far this machine's clock is ahead of the database's. Null where no worker has told. */
  clock: { offsetSeconds: number } | null;
};

/**
 * The same for whoever asks, signed in or not: however many ask at once, the journal and the database are
 * asked once at a time.
 */
export function readSharedReadiness(): Promise<Readiness> {
  shared ??= readReadiness().finally(() => {
    shared = undefined;
  });
  return shared;
}

let shared: Promise<Readiness> | undefined;

/** Whether events are accepted, reach the ledger, and pages can be served from it. */
export async function readReadiness(): Promise<Readiness> {
  const [databaseFault, journalFault, waiting] = await Promise.all([
    within(probeMs, probeDatabase(), "the database does not answer"),
    within(probeMs, probeJournal(), "it isn't responding"),
    within(probeMs, readJournal(), null),
  ]);
  const reasons = [];
  if (databaseFault) reasons.push(databaseFault);
  if (journalFault) {
    reasons.push(`the journal can't be written, so deliveries are refused: ${journalFault}`);
  }
  if (!waiting) reasons.push("the journal can't be read");
  const ledgerFault = drainFault.last();
  if (ledgerFault && !databaseFault && !journalFault) {
    reasons.push(`the ledger can't be written: ${ledgerFault}`);
  }
  if (waiting && waiting.lagSeconds > maxLagSeconds) {
    reasons.push(`the oldest delivery has waited in the journal for ${waiting.lagSeconds} s`);
  }
  const totals = readTotals();
  if (totals && totals.lagSeconds > maxLagSeconds && !databaseFault) {
    reasons.push(`the totals have been out of date for ${totals.lagSeconds} s`);
  }
  return { ready: reasons.length === 0, reasons, journal: waiting, totals, clock: readClock() };
}

function readClock(): Readiness["clock"] {
  const offsetMs = clockOffset.last();
  return offsetMs === undefined ? null : { offsetSeconds: Math.round(offsetMs / 100) / 10 };
}

function readTotals(): Readiness["totals"] {
  const addedUpMs = totalsAddedUp.last();
  if (addedUpMs === undefined) return null;
  return { lagSeconds: Math.max(0, Math.round((Date.now() - addedUpMs) / 1000)) };
}

const maxLagSeconds = 60;
const probeMs = 3_000;

/** What is wrong with the database; null: nothing. */
async function probeDatabase(): Promise<string | null> {
  try {
    return (await isReadOnly(intakePool())) ? "the database is read-only" : null;
  } catch (error) {
    log().warn({ err: error }, "the database does not answer");
    return describeDatabaseFault(error);
  }
}

/** Why the journal would keep no event now; null: it would. */
async function probeJournal(): Promise<string | null> {
  try {
    await (await journal()).check();
    return null;
  } catch (error) {
    log().warn({ err: error }, "the journal can't be written");
    if (env().JOURNAL === "database") return describeDatabaseFault(error);
    return error instanceof Error ? error.message : String(error);
  }
}

async function readJournal(): Promise<Readiness["journal"]> {
  try {
    const source = await journal();
    const depth = await source.depth();
    const aside = (heldAside.last() ?? []).flatMap((id) => toAcceptedSeq(id) ?? []);
    const [oldest] = depth > 0 ? await source.read(1, 1, -1n, [...readLong(), ...aside]) : [];
    const lagMs = oldest ? eventNowMs() - acceptedAtOf(oldest.acceptedSeq) : 0;
    const lagSeconds = Math.max(0, Math.round(lagMs / 1000));
    return { depth, lagSeconds, heldAside: aside.length };
  } catch (error) {
    log().warn({ err: error }, "the journal can't be read");
    return null;
  }
}

/** Those that are stored in parts, one after the other, hold up no other as long as it gets on. */
function readLong(): bigint[] {
  const long = longDeliveries.last();
  const isOngoing = long && Date.now() - long.atMs < maxLagSeconds * 1_000;
  return isOngoing ? long.acceptedSeqs.map(BigInt) : [];
}

async function within<T>(ms: number, answer: Promise<T>, otherwise: T): Promise<T> {
  return Promise.race([answer, sleep(ms, otherwise, { ref: false })]);
}
