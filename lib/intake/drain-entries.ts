import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { sqlStateOf, timeoutOf } from "@/lib/platform/transaction";
import { drainBatch } from "./drain-batch";
import { unreadInterpretation } from "./interpret/interpret-kept";
import type { Journal } from "./journal";
import type { JournalEntry } from "./journal-entry";
import { probeLedger } from "./probe-ledger";

/**
 * Moves entries from the journal into the ledger. What it does is noted before, so that an entry
 * over which the process dies is found: those that may be it are then tried one at a time, behind
 * all others, and one that fails alone again and again is quarantined unread. So is one that the
 * database doesn't store, in time or at all, while it stores others; a database that fails with a
 * probe, too, is never held against an entry. Throws while the database is away; some may be drained
 * then.
 */
export async function drainEntries(
  pool: Pool,
  source: Journal,
  entries: JournalEntry[],
): Promise<void> {
  const suspects = await source.suspects();
  const pointsOf = ({ acceptedSeq }: JournalEntry) => suspects.get(acceptedSeq);
  const plain = entries.filter((entry) => pointsOf(entry) === undefined);
  const doubtful = entries.flatMap((entry) => {
    const against = pointsOf(entry);
    return against === undefined ? [] : [{ entry, against }];
  });
  doubtful.sort((one, other) => other.against - one.against);
  try {
    await drainTogether(pool, source, plain);
    await drainApart(pool, source, doubtful.slice(0, mostApart));
  } catch (error) {
    // What it was noted for is over; whatever ends the process now is not its doing.
    await source.noteAttempt(null).catch(() => undefined);
    throw error;
  }
}

/**
 * Who dies while it interprets an entry hardly dies of anything else: twice is enough. While it
 * stores one, it mostly waits, and whoever ended it may have had another reason: that takes three
 * times, and of those alone. Of several that are stored together, none is more likely than another.
 */
const points = { interpreting: 3, storingAlone: 2, storingTogether: 0, timedOut: 3, refused: 2 };
const enough = 6;
/** At a time, so that the drain can be stopped between them. */
const mostApart = 100;

async function drainTogether(pool: Pool, source: Journal, entries: JournalEntry[]): Promise<void> {
  if (entries.length === 0) return;
  try {
    await drainNoted(pool, source, entries, points.storingTogether);
  } catch (error) {
    const mayBeAnEntrys = timeoutOf(error) !== undefined || isRefusal(error);
    if (!mayBeAnEntrys || !(await probeLedger(pool))) throw error;
    await source.suspect(toSeqs(entries), points.storingTogether);
  }
}

type Doubtful = { entry: JournalEntry; against: number };

/** One that fails holds up none of the others, unless it is the database that fails. */
async function drainApart(pool: Pool, source: Journal, doubtful: Doubtful[]): Promise<void> {
  if (doubtful.length > 0 && !(await probeLedger(pool))) {
    throw new Error("the ledger does not take a probe");
  }
  const failures: unknown[] = [];
  for (const { entry, against } of doubtful) {
    const { acceptedSeq, deliveryId } = entry;
    try {
      if (against >= enough) {
        await drainBatch(pool, [entry], { interpret: unreadInterpretation });
        await settle(source, [entry]);
        log().error({ deliveryId }, "a delivery was set aside unread");
      } else {
        await drainNoted(pool, source, [entry], points.storingAlone);
      }
    } catch (error) {
      if (!(await probeLedger(pool))) throw error;
      await source.noteAttempt(null);
      if (timeoutOf(error) === "statement") {
        await source.suspect([acceptedSeq], points.timedOut);
        log().warn({ deliveryId }, "a delivery could not be stored in time, although others can");
      } else if (isRefusal(error) && against < enough) {
        await source.suspect([acceptedSeq], points.refused);
        log().warn(
          { err: error, deliveryId },
          "a delivery was refused, although others are stored",
        );
      } else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** What the database says of a statement; not of its connection, its room or its other users. */
function isRefusal(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && !/^(08|28|3D|40|53|55|57|58)/.test(state);
}

async function drainNoted(
  pool: Pool,
  source: Journal,
  entries: JournalEntry[],
  pointsOfStoring: number,
): Promise<void> {
  const seqs = toSeqs(entries);
  const [firstSeq = 0n, lastSeq = 0n] = [seqs[0], seqs.at(-1)];
  await source.noteAttempt({ firstSeq, lastSeq, points: points.interpreting });
  await drainBatch(pool, entries, {
    beforeStoring: () => source.noteAttempt({ firstSeq, lastSeq, points: pointsOfStoring }),
  });
  await settle(source, entries);
}

async function settle(source: Journal, entries: JournalEntry[]): Promise<void> {
  await source.archive(entries);
  await source.remove(toSeqs(entries));
}

function toSeqs(entries: JournalEntry[]): bigint[] {
  return entries.map(({ acceptedSeq }) => acceptedSeq);
}
