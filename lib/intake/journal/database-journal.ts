import "server-only";
import { randomInt } from "node:crypto";
import type { Pool } from "pg";
import { addBeat, type ListeningPeriod } from "@/lib/coverage/listening-period";
import { recordPeriods } from "@/lib/coverage/sql";
import { intakePool } from "@/lib/platform/database/db";
import {
  type Database,
  inTransaction,
  pastPrismaOn,
  prismaOn,
} from "@/lib/platform/database/transaction";
import { eventNowMs } from "@/lib/platform/process/event-clock";
import {
  decodeEntry,
  encodeEntry,
  isGone,
  type Journal,
  readerSchema,
  thisReader,
} from "./journal";
import { nodeIdCount, SequenceGenerator, toDeliveryId } from "./sequence";
import {
  type AttemptRow,
  addPoints,
  deleteEntries,
  findEntry,
  insertEntries,
  insertEntry,
  readEntries,
  readLastSeq,
  readSuspects,
  takeAttempt,
  upsertAttempt,
} from "./sql";

/** The journal of a host without a lasting disk: durable when PostgreSQL has committed. */
export async function openDatabaseJournal(pool: Pool = intakePool()): Promise<Journal> {
  // Nothing of this process outlives it, so each start has an id of its own.
  const client = prismaOn(pool);
  const clock = new SequenceGenerator(
    randomInt(nodeIdCount),
    await readLastSeq(client),
    eventNowMs,
  );
  const reader = JSON.stringify(await thisReader());
  const entries = pastPrismaOn(pool);
  let present: ListeningPeriod[] = [];

  return {
    async append(newEntry) {
      for (;;) {
        const acceptedSeq = clock.next();
        const entry = { ...newEntry, acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
        // Where another gateway of the same number was as quick, the next one is free.
        if (await insertEntry(entries, acceptedSeq, encodeEntry(entry))) return entry;
      }
    },
    async read(most, maxBytes, after = -1n, except = []) {
      const rows = await readEntries(entries, { most, maxBytes, after, except });
      return rows.map((row) => decodeEntry(row.accepted_seq, row.entry));
    },
    async get(acceptedSeq) {
      const entry = await findEntry(entries, acceptedSeq);
      return entry && decodeEntry(acceptedSeq, entry);
    },
    remove: (acceptedSeqs) => deleteEntries(client, acceptedSeqs),
    /** The database has both sides: a state that lost the one lost the other. */
    async archive() {},
    async putBack(given) {
      await insertEntries(
        entries,
        given.map((entry) => ({ acceptedSeq: entry.acceptedSeq, entry: encodeEntry(entry) })),
      );
    },
    async noteAttempt(attempt) {
      await (attempt ? upsertAttempt(client, reader, attempt) : forgetAttempt(client, reader));
    },
    async suspects() {
      const { attempts, suspects } = await readSuspects(client, reader);
      const hasFound = await countAbandoned(client, attempts);
      return hasFound ? (await readSuspects(client, reader)).suspects : suspects;
    },
    suspect: (acceptedSeqs, points) => addPoints(client, acceptedSeqs, points),
    async numbering() {
      return null;
    },
    async numberAs() {},
    async depth() {
      return client.journalEntry.count();
    },
    async check() {
      await inTransaction(pool, async (transaction) => {
        await transaction.journalEntry.create({
          data: { acceptedSeq: 0n, entry: Buffer.alloc(0) },
        });
        await transaction.journalEntry.delete({ where: { acceptedSeq: 0n } });
      });
    },
    async beat(beat) {
      const next = addBeat(present, beat).slice(-1);
      await recordPeriods(pool, next);
      present = next;
      return [];
    },
    async forgetPeriods() {},
    async close() {
      // A database that is away finds out by its silence.
      await forgetAttempt(client, reader).catch(() => undefined);
    },
  };
}

async function forgetAttempt(client: Database, reader: string): Promise<void> {
  await client.journalAttempt.deleteMany({ where: { reader } });
}

/** Counts what readers noted that are no more, each note once, whoever finds it. False: none is. */
async function countAbandoned(client: Database, attempts: AttemptRow[]): Promise<boolean> {
  let hasFound = false;
  for (const attempt of attempts) {
    const { reader, silent_ms } = attempt;
    if (!(await isGone(readerSchema.parse(JSON.parse(reader)), silent_ms))) continue;
    hasFound = true;
    await takeAttempt(client, attempt);
  }
  return hasFound;
}
