import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { isLostConnection, timeoutOf } from "@/lib/platform/faults";
import { sizeKept, unreadInterpretation } from "../interpret/interpret-kept";
import type { Journal, JournalEntry } from "../journal/journal";
import { isRehearsed } from "../secrets/check/known-secrets";
import {
  type PreparedDelivery,
  prepareDelivery,
  probeLedger,
  tryLedger,
} from "../store/store-deliveries";
import { drainBatch } from "./drain-batch";
import { drainLong } from "./drain-long";
import { type Doubtful, enough, isRefused, lossesOf, points } from "./held-against";
import { hasFallenBack, noteSettled } from "./settled";

/** What the drain is told while it works. */
export type Watch = {
  /** Whether to leave off soon; what isn't drained then stays in the journal. */
  isStopping?: () => boolean;
  /** Reads what waits behind all that was given so far, at most so many; none: that comes another time. */
  more?: (most: number) => Promise<JournalEntry[]>;
  /** Called while a long delivery is under way, with all that are left to do; with none at the end. */
  onLong?: (left: ReadonlySet<bigint>) => void;
  /**
   * Called for one that can't be stored now, though others are, by no fault of its own: somebody holds its
   * row, say. It stays in the journal, and is to rest before it is tried again. Without this, it is thrown.
   */
  onHeld?: (acceptedSeq: bigint) => void;
  /**
   * Called for one that is held aside: not even its bytes can be stored without an end of the database. It
   * stays in the journal, and is not to be given again.
   */
  onAside?: (entry: JournalEntry) => void;
};

export type Drain = {
  pool: Pool;
  source: Journal;
  watch?: Watch;
  /** Drains what came in between; nothing while that is what is being done. */
  meanwhile?: () => Promise<void>;
};

/** One that fails holds up none of the others, unless it is the database that fails. */
export async function drainApart(drain: Drain, doubtful: Doubtful[]): Promise<void> {
  const { pool, source, watch } = drain;
  if (doubtful.length === 0) return;
  await tryLedger(pool);
  const losses = lossesOf(source);
  const lost = await losses.count(source, pool);
  // Others are stored first.
  const resting = watch?.onHeld ? lost : [];
  for (const seq of resting) watch?.onHeld?.(seq);
  const failures: unknown[] = [];
  let heldMs = 0;
  for (const one of losses.putLast(doubtful)) {
    const { entry, against } = one;
    const { acceptedSeq, deliveryId } = entry;
    const beganMs = performance.now();
    // What arrives meanwhile doesn't wait for all of them.
    if (heldMs > mostHeldMs) break;
    if (resting.includes(acceptedSeq)) continue;
    const turn = losses.turnOf(one);
    if (turn === "never") {
      watch?.onAside?.(entry);
      continue;
    }
    if (turn === "later") {
      watch?.onHeld?.(acceptedSeq);
      continue;
    }
    if (turn === "after-a-probe") await tryLedger(pool);
    try {
      await drainOne(drain, one);
    } catch (error) {
      if (isLostConnection(error)) losses.note(one, error);
      if (!(await probeLedger(pool))) throw error;
      await source.noteAttempt(null);
      await losses.count(source, pool);
      if (timeoutOf(error) === "statement" && against < enough) {
        await source.suspect([acceptedSeq], points.timedOut);
        log().warn({ deliveryId }, "a delivery could not be stored in time, although others can");
      } else if (isRefused(error) && against < enough) {
        await source.suspect([acceptedSeq], points.refused);
        log().warn(
          { err: error, deliveryId },
          "a delivery was refused, although others are stored",
        );
      } else if (watch?.onHeld) {
        watch.onHeld(acceptedSeq);
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

async function drainOne(drain: Drain, { entry, against }: Doubtful): Promise<void> {
  const { pool, source } = drain;
  const isLong = against < enough && sizeOf(entry) !== "short";
  lossesOf(source).begin(entry.acceptedSeq, isLong);
  if (against >= enough) {
    const { acceptedSeq: seq } = entry;
    await source.noteAttempt({ firstSeq: seq, lastSeq: seq, points: points.lostQuarantine });
    await drainBatch(pool, [entry], { prepare: prepareUnread, isHurried: true });
    await settle(drain, [entry]);
    await source.noteAttempt(null);
    log().error({ deliveryId: entry.deliveryId }, "a delivery was set aside unread");
  } else if (isLong) {
    await drainInParts(drain, entry);
  } else {
    await drainNoted({ pool, source }, [entry], points.storingAlone, { isHurried: true });
  }
}

const mostHeldMs = 1_000;

function prepareUnread(entry: JournalEntry): PreparedDelivery {
  return prepareDelivery(entry, unreadInterpretation());
}

async function drainInParts(drain: Drain, entry: JournalEntry): Promise<void> {
  const { pool, source, watch, meanwhile = async () => undefined } = drain;
  const { acceptedSeq: seq } = entry;
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

export function sizeOf(entry: JournalEntry): ReturnType<typeof sizeKept> {
  const known = sizes.get(entry);
  if (known) return known;
  const size = entry.kind === "delivery" && !isRehearsed(entry) ? sizeKept(entry) : "short";
  sizes.set(entry, size);
  return size;
}

const sizes = new WeakMap<JournalEntry, ReturnType<typeof sizeKept>>();

/** @param tried holds what was begun and isn't in the ledger yet */
export async function drainNoted(
  { pool, source, watch }: Drain,
  entries: JournalEntry[],
  pointsOfStoring: number,
  { tried = new Set(), isHurried = false }: { tried?: Set<JournalEntry>; isHurried?: boolean } = {},
): Promise<void> {
  await drainBatch(pool, entries, {
    more: async (most) => (await watch?.more?.(most)) ?? [],
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
  lossesOf(source).settle(toSeqs(entries));
}

export function toSeqs(entries: JournalEntry[]): bigint[] {
  return entries.map(({ acceptedSeq }) => acceptedSeq);
}
