import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { isLostConnection, isObstacle, timeoutOf } from "@/lib/platform/faults";
import { sizeKept, unreadInterpretation } from "../interpret/interpret-kept";
import type { Journal, JournalEntry } from "../journal/journal";
import { isRehearsed } from "../secrets/check/known-secrets";
import { readServerStart } from "../store/sql";
import {
  type PreparedDelivery,
  prepareDelivery,
  probeLedger,
  tryLedger,
} from "../store/store-deliveries";
import { drainBatch } from "./drain-batch";
import { drainLong } from "./drain-long";
import { enough, isRefused, lossesOf, points } from "./held-against";
import { hasFallenBack, noteSettled } from "./settled";

/** What the drain is told while it works. */
export type Watch = {
  /** Whether to leave off soon; what isn't drained then stays in the journal. */
  isStopping?: () => boolean;
  /** Called while a long delivery is under way, with all that are left to do; with none at the end. */
  onLong?: (left: ReadonlySet<bigint>) => void;
  /**
   * Called for one that can't be stored now, though others are, by no fault of its own: somebody holds its
   * row, say. It stays in the journal, and is to rest before it is tried again. Without this, it is thrown.
   */
  onHeld?: (acceptedSeq: bigint) => void;
};

/**
 * Moves entries from the journal into the ledger. What it does is noted before, so that an entry
 * over which the process dies is found: those that may be it are then tried one at a time, behind
 * all others, and one that fails alone again and again is quarantined unread. So is one that the
 * database doesn't store, in time or at all, while it stores others; a database that fails with a
 * probe, too, is never held against an entry. Long ones come last, and whatever arrives meanwhile is
 * drained between their parts. Throws while the database is away; some may be drained then.
 */
export async function drainEntries(
  pool: Pool,
  source: Journal,
  entries: JournalEntry[],
  watch: Watch = {},
): Promise<void> {
  const long = new Set(entries.filter((entry) => sizeOf(entry) === "long"));
  const left = new Set(toSeqs([...long]));
  const drainOne = async (entry: JournalEntry) => {
    if (watch.isStopping?.()) return;
    watch.onLong?.(left);
    const meanwhile = newMeanwhile({ pool, source }, left, () => watch.onLong?.(left));
    const against = (await source.suspects()).get(entry.acceptedSeq) ?? 0;
    await drainApart({ pool, source, watch, meanwhile }, [{ entry, against }]);
    left.delete(entry.acceptedSeq);
  };
  const short = entries.filter((entry) => !long.has(entry));
  try {
    await doEach({ pool, source }, [
      () => drainShort({ pool, source, watch }, short),
      ...[...long].map((entry) => () => drainOne(entry)),
    ]);
    // What has been found in between comes next.
    watch.onLong?.(left);
  } catch (error) {
    // What it was noted for is over; whatever ends the process now is not its doing.
    await source.noteAttempt(null).catch(() => undefined);
    watch.onLong?.(new Set());
    throw error;
  }
}

type Drain = {
  pool: Pool;
  source: Journal;
  watch?: Watch;
  /** Drains what came in between; nothing while that is what is being done. */
  meanwhile?: () => Promise<void>;
};

/** All of it, one after the other; what fails while the database stores others is thrown at the end. */
async function doEach({ pool, source }: Drain, works: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      if (!(await probeLedger(pool))) throw error;
      await source.noteAttempt(null);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Everything but long ones: those that fit into a transaction with others, then each for itself. */
async function drainShort(drain: Drain, entries: JournalEntry[]): Promise<void> {
  const suspects = await drain.source.suspects();
  const { apart: apartAlready } = lossesOf(drain.source);
  const apart: Doubtful[] = [];
  const together: JournalEntry[] = [];
  for (const entry of entries) {
    const against = suspects.get(entry.acceptedSeq);
    const isDoubtful = against !== undefined || apartAlready.has(entry.acceptedSeq);
    if (!isDoubtful && sizeOf(entry) === "short") together.push(entry);
    else apart.push({ entry, against: against ?? -1 });
  }
  apart.sort((one, other) => other.against - one.against);
  await doEach(drain, [
    () => drainTogether(drain, together),
    () => drainApart(drain, apart.slice(0, mostApart)),
  ]);
}

/** At a time, so that the drain can be stopped between them. */
const mostApart = 100;
const mostHeldMs = 1_000;

/**
 * Drains what arrived while a long delivery is under way, long ones left out. A failure is not that
 * delivery's: it is tried again after a rest.
 * @param left what stays in the journal meanwhile; grows
 */
function newMeanwhile(drain: Drain, left: Set<bigint>, onTurn: () => void): () => Promise<void> {
  let restUntilMs = 0;
  return async () => {
    onTurn();
    const beganMs = performance.now();
    if (beganMs < restUntilMs) return;
    try {
      const arrived = await drain.source.read(mostMeanwhile, mostMeanwhileBytes, -1n, [...left]);
      const short = arrived.filter((entry) => sizeOf(entry) !== "long");
      for (const entry of arrived) if (!short.includes(entry)) left.add(entry.acceptedSeq);
      if (short.length > 0) await drainShort(drain, short);
    } catch (error) {
      log().warn(
        { err: error },
        "deliveries that arrived during a long one could not be stored yet",
      );
      await drain.source.noteAttempt(null).catch(() => undefined);
      const nowMs = performance.now();
      restUntilMs = nowMs + (nowMs - beganMs);
    }
  };
}

const mostMeanwhile = 200;
const mostMeanwhileBytes = 8 * 1024 * 1024;

/** After a failure fewer at a time, so that a database that is only slow is never asked too much at once. */
export const carefulEntries = 50;

async function drainTogether(drain: Drain, entries: JournalEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { pool, source } = drain;
  const tried = new Set<JournalEntry>();
  try {
    await drainNoted(drain, entries, points.storingTogether, { tried });
  } catch (error) {
    if (tried.size <= carefulEntries && isLostConnection(error)) {
      for (const { acceptedSeq } of tried) lossesOf(source).apart.add(acceptedSeq);
    }
    const mayBeAnEntrys =
      timeoutOf(error) !== undefined ||
      isRefused(error) ||
      // Few are soon tried one at a time.
      (tried.size <= carefulEntries && isObstacle(error));
    if (!mayBeAnEntrys || !(await probeLedger(pool))) throw error;
    await source.noteAttempt(null);
    await source.suspect(toSeqs([...tried]), points.storingTogether);
  }
}

type Doubtful = { entry: JournalEntry; against: number };

/** One that fails holds up none of the others, unless it is the database that fails. */
async function drainApart(drain: Drain, doubtful: Doubtful[]): Promise<void> {
  const { pool, source } = drain;
  if (doubtful.length === 0) return;
  await tryLedger(pool);
  const { onHeld } = drain.watch ?? {};
  const losses = lossesOf(source);
  const lost = await losses.count(source, pool);
  // Others are stored first.
  const resting = onHeld ? lost : [];
  for (const seq of resting) onHeld?.(seq);
  const serverStart = await readServerStart(pool);
  const failures: unknown[] = [];
  let heldMs = 0;
  for (const { entry, against } of doubtful) {
    const { acceptedSeq, deliveryId } = entry;
    const beganMs = performance.now();
    // What arrives meanwhile doesn't wait for all of them.
    if (heldMs > mostHeldMs) break;
    if (resting.includes(acceptedSeq)) continue;
    try {
      if (against >= enough) {
        await drainBatch(pool, [entry], { prepare: prepareUnread, isHurried: true });
        await settle(drain, [entry]);
        log().error({ deliveryId }, "a delivery was set aside unread");
      } else if (sizeOf(entry) === "short") {
        await drainNoted({ pool, source }, [entry], points.storingAlone, { isHurried: true });
      } else {
        await drainInParts(drain, entry);
      }
    } catch (error) {
      if (isLostConnection(error)) losses.note(entry, serverStart);
      if (!(await probeLedger(pool))) throw error;
      await source.noteAttempt(null);
      await losses.count(source, pool);
      if (timeoutOf(error) === "statement") {
        await source.suspect([acceptedSeq], points.timedOut);
        log().warn({ deliveryId }, "a delivery could not be stored in time, although others can");
      } else if (isRefused(error) && against < enough) {
        await source.suspect([acceptedSeq], points.refused);
        log().warn(
          { err: error, deliveryId },
          "a delivery was refused, although others are stored",
        );
      } else if (onHeld) {
        onHeld(acceptedSeq);
        log().warn(
          { err: error, deliveryId },
          "a delivery has to wait, although others are stored",
        );
        heldMs += performance.now() - beganMs;
      } else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

function prepareUnread(entry: JournalEntry): PreparedDelivery {
  return prepareDelivery(entry, unreadInterpretation());
}

async function drainInParts(drain: Drain, entry: JournalEntry): Promise<void> {
  const { pool, source, watch, meanwhile = async () => undefined } = drain;
  const { acceptedSeq: seq } = entry;
  lossesOf(source).begin(seq);
  const isDrained = await drainLong(pool, entry, {
    note: (step) => {
      if (step === "storing") lossesOf(source).getOn(seq);
      return source.noteAttempt({ firstSeq: seq, lastSeq: seq, points: points.long[step] });
    },
    meanwhile,
    isStopping: () => watch?.isStopping?.() ?? false,
  });
  if (isDrained) await settle(drain, [entry]);
  await source.noteAttempt(null);
}

function sizeOf(entry: JournalEntry): ReturnType<typeof sizeKept> {
  const known = sizes.get(entry);
  if (known) return known;
  const size = entry.kind === "delivery" && !isRehearsed(entry) ? sizeKept(entry) : "short";
  sizes.set(entry, size);
  return size;
}

const sizes = new WeakMap<JournalEntry, ReturnType<typeof sizeKept>>();

/** @param tried holds what was begun and isn't in the ledger yet */
async function drainNoted(
  { pool, source, watch }: Drain,
  entries: JournalEntry[],
  pointsOfStoring: number,
  { tried = new Set(), isHurried = false }: { tried?: Set<JournalEntry>; isHurried?: boolean } = {},
): Promise<void> {
  await drainBatch(pool, entries, {
    isHurried,
    note: (some, step) => {
      for (const entry of some) tried.add(entry);
      const seqs = toSeqs(some);
      const [firstSeq = 0n, lastSeq = 0n] = [seqs[0], seqs.at(-1)];
      const against = step === "interpreting" ? points.interpreting : pointsOfStoring;
      return source.noteAttempt({ firstSeq, lastSeq, points: against });
    },
    settle: async (some) => {
      await settle({ pool, source }, some);
      for (const entry of some) tried.delete(entry);
    },
    isStopping: () => watch?.isStopping?.() ?? false,
  });
  await source.noteAttempt(null);
}

async function settle({ pool, source }: Drain, entries: JournalEntry[]): Promise<void> {
  // What is stored by now is in the state that is there; only what went before it may be missing.
  await hasFallenBack(pool);
  noteSettled(pool, entries);
  await source.archive(entries);
  await source.remove(toSeqs(entries));
  lossesOf(source).forget(toSeqs(entries));
}

export function toSeqs(entries: JournalEntry[]): bigint[] {
  return entries.map(({ acceptedSeq }) => acceptedSeq);
}
