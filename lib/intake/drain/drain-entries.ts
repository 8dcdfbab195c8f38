import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { isLostConnection, isObstacle, timeoutOf } from "@/lib/platform/faults";
import type { Journal, JournalEntry } from "../journal/journal";
import { probeLedger } from "../store/store-deliveries";
import { type Drain, drainApart, drainNoted, sizeOf, toSeqs, type Watch } from "./drain-apart";
import { isRefused, lossesOf, points } from "./held-against";

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
  const isPlain = (entry: JournalEntry) =>
    !suspects.has(entry.acceptedSeq) &&
    !apartAlready.has(entry.acceptedSeq) &&
    sizeOf(entry) === "short";
  const together = entries.filter(isPlain);
  const apart = entries
    .filter((entry) => !isPlain(entry))
    .map((entry) => ({ entry, against: suspects.get(entry.acceptedSeq) ?? -1 }))
    .sort((one, other) => other.against - one.against);
  /** The others among them wait for the next turn, which begins with the oldest again. */
  const more = async (most: number) => {
    for (;;) {
      const some = (await drain.watch?.more?.(most)) ?? [];
      const plain = some.filter(isPlain);
      if (plain.length > 0 || some.length === 0) return plain;
    }
  };
  await doEach(drain, [
    () => drainTogether({ ...drain, watch: { ...drain.watch, more } }, together),
    () => drainApart(drain, apart.slice(0, mostApart)),
  ]);
}

/** At a time, so that the drain can be stopped between them. */
const mostApart = 100;

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
const mostMeanwhileBytes = 4 * 1024 * 1024;

/** After a failure fewer at a time, so that a database that is only slow is never asked too much at once. */
export const carefulEntries = 50;

async function drainTogether(drain: Drain, entries: JournalEntry[]): Promise<void> {
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
