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
  toList,
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
        // For this statement's own transaction, whatever the default of the database says.
        const count = await entries.$executeRaw`
          INSERT INTO journal_entry (accepted_seq, entry)
          SELECT ${acceptedSeq}::bigint, ${encodeEntry(entry)}::bytea
          FROM set_config('synchronous_commit', 'on', true)
          ON CONFLICT DO NOTHING`;
        // Another gateway of the same number was as quick: the next one is free.
        if (count === 1) return entry;
      }
    },
    async read(most, maxBytes, after = -1n, except = []) {
      const rows = await entries.$queryRaw<{ accepted_seq: bigint; entry: Buffer }[]>`
        SELECT accepted_seq, entry FROM (
          SELECT accepted_seq, entry,
                 sum(octet_length(entry)) OVER (ORDER BY accepted_seq) - octet_length(entry) AS before
          FROM (SELECT * FROM journal_entry
                WHERE accepted_seq > ${after} AND accepted_seq <> ALL(${toList(except)}::bigint[])
                ORDER BY accepted_seq LIMIT ${most}) AS oldest
        ) AS measured
        WHERE before < ${maxBytes} ORDER BY accepted_seq`;
      return rows.map((row) => decodeEntry(row.accepted_seq, row.entry));
    },
    async get(acceptedSeq) {
      const [row] = await entries.$queryRaw<{ entry: Buffer }[]>`
        SELECT entry FROM journal_entry WHERE accepted_seq = ${acceptedSeq}`;
      return row && decodeEntry(acceptedSeq, row.entry);
    },
    async remove(acceptedSeqs) {
      const removed = toList(acceptedSeqs);
      await client.$executeRaw`
        WITH noted AS (DELETE FROM journal_attempt WHERE reader = ${reader}),
          suspected AS (DELETE FROM journal_suspect WHERE accepted_seq = ANY(${removed}::bigint[]))
        DELETE FROM journal_entry WHERE accepted_seq = ANY(${removed}::bigint[])`;
    },
    /** The database has both sides: a state that lost the one lost the other. */
    async archive() {},
    async putBack(given) {
      await entries.$executeRaw`
        INSERT INTO journal_entry (accepted_seq, entry)
        SELECT * FROM unnest(${given.map(({ acceptedSeq }) => acceptedSeq)}::bigint[],
                             ${given.map(encodeEntry)}::bytea[]) ON CONFLICT DO NOTHING`;
    },
    async noteAttempt(attempt) {
      if (!attempt) return forgetAttempt(client, reader);
      const { firstSeq, lastSeq, points } = attempt;
      // It need not outlive the database, so no commit waits for its disk.
      await client.$executeRaw`
        WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
        INSERT INTO journal_attempt (reader, first_seq, last_seq, points)
        SELECT ${reader}, ${firstSeq}::bigint, ${lastSeq}::bigint, ${points}::int FROM quick
        ON CONFLICT (reader) DO UPDATE SET noted_at = now(), first_seq = excluded.first_seq,
          last_seq = excluded.last_seq, points = excluded.points`;
    },
    async suspects() {
      const { attempts, suspects } = await readSuspects(client, reader);
      const hasFound = await countAbandoned(client, attempts);
      return hasFound ? (await readSuspects(client, reader)).suspects : suspects;
    },
    async suspect(acceptedSeqs, points) {
      await client.$executeRaw`
        INSERT INTO journal_suspect AS before (accepted_seq, points)
        SELECT accepted_seq, ${points}::int FROM journal_entry
        WHERE accepted_seq = ANY(${toList(acceptedSeqs)}::bigint[])
        ON CONFLICT (accepted_seq) DO UPDATE SET points = before.points + excluded.points`;
    },
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

/** What other readers noted, and what counts against entries already. Both nearly always nothing. */
async function readSuspects(client: Database, own: string) {
  const rows = await client.$queryRaw<(AttemptRow | SuspectRow)[]>`
    SELECT reader, noted_at::text, extract(epoch FROM now() - noted_at)::float * 1000 AS silent_ms,
           NULL::bigint AS accepted_seq, points
    FROM journal_attempt WHERE reader <> ${own}
    UNION ALL SELECT NULL, NULL, NULL, accepted_seq, points FROM journal_suspect`;
  return {
    attempts: rows.flatMap((row) => (row.reader === null ? [] : [row])),
    suspects: new Map(
      rows.flatMap((row) => (row.reader === null ? [[row.accepted_seq, row.points]] : [])),
    ),
  };
}

type AttemptRow = { reader: string; noted_at: string; silent_ms: number };
type SuspectRow = { reader: null; accepted_seq: bigint; points: number };

/** Counts what readers noted that are no more, each note once, whoever finds it. False: none is. */
async function countAbandoned(client: Database, attempts: AttemptRow[]): Promise<boolean> {
  let hasFound = false;
  for (const { reader, noted_at, silent_ms } of attempts) {
    if (!(await isGone(readerSchema.parse(JSON.parse(reader)), silent_ms))) continue;
    hasFound = true;
    await client.$executeRaw`
      WITH taken AS (
        DELETE FROM journal_attempt
        WHERE reader = ${reader} AND noted_at = ${noted_at}::timestamptz RETURNING *
      )
      INSERT INTO journal_suspect AS before (accepted_seq, points)
      SELECT accepted_seq, points FROM journal_entry, taken
      WHERE accepted_seq BETWEEN first_seq AND last_seq
        AND (first_seq = last_seq OR accepted_seq NOT IN (SELECT accepted_seq FROM journal_suspect))
      ON CONFLICT (accepted_seq) DO UPDATE SET points = before.points + excluded.points`;
  }
  return hasFound;
}

async function readLastSeq(client: Database): Promise<bigint> {
  const rows = await client.$queryRaw<{ last: bigint }[]>`
    SELECT greatest((SELECT max(accepted_seq) FROM journal_entry),
                    (SELECT max(accepted_seq) FROM delivery), 0) AS last`;
  return rows[0]?.last ?? 0n;
}
