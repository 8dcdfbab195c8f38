import "server-only";
import { randomInt } from "node:crypto";
import type { Pool } from "pg";
import { addBeat, type ListeningPeriod } from "@/lib/coverage/listening-period";
import { recordPeriods } from "@/lib/coverage/store";
import { intakePool } from "@/lib/platform/database/db";
import { inTransaction } from "@/lib/platform/database/pg-transaction";
import { eventNowMs } from "@/lib/platform/process/event-clock";
import type { Journal } from "./journal";
import { decodeEntry, encodeEntry } from "./journal-entry";
import { isGone, readerSchema, thisReader } from "./journal-reader";
import { nodeIdCount, SequenceGenerator, toDeliveryId } from "./sequence";

/** The journal of a host without a lasting disk: durable when PostgreSQL has committed. */
export async function openDatabaseJournal(pool: Pool = intakePool()): Promise<Journal> {
  // Nothing of this process outlives it, so each start has an id of its own.
  const clock = new SequenceGenerator(randomInt(nodeIdCount), await readLastSeq(pool), eventNowMs);
  const reader = JSON.stringify(await thisReader());
  let present: ListeningPeriod[] = [];

  return {
    async append(newEntry) {
      for (;;) {
        const acceptedSeq = clock.next();
        const entry = { ...newEntry, acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
        // For this statement's own transaction, whatever the default of the database says.
        const { rowCount } = await pool.query(
          `INSERT INTO journal_entry (accepted_seq, entry)
           SELECT $1::bigint, $2::bytea FROM set_config('synchronous_commit', 'on', true)
           ON CONFLICT DO NOTHING`,
          [acceptedSeq, encodeEntry(entry)],
        );
        // Another gateway of the same number was as quick: the next one is free.
        if (rowCount === 1) return entry;
      }
    },
    async read(most, maxBytes, after = -1n, except = []) {
      const { rows } = await pool.query<{ accepted_seq: string; entry: Buffer }>(
        `SELECT accepted_seq, entry FROM (
           SELECT accepted_seq, entry,
                  sum(octet_length(entry)) OVER (ORDER BY accepted_seq) - octet_length(entry) AS before
           FROM (SELECT * FROM journal_entry WHERE accepted_seq > $3 AND accepted_seq <> ALL($4::bigint[])
                 ORDER BY accepted_seq LIMIT $1) AS oldest
         ) AS measured
         WHERE before < $2 ORDER BY accepted_seq`,
        [most, maxBytes, after, except],
      );
      return rows.map((row) => decodeEntry(BigInt(row.accepted_seq), row.entry));
    },
    async get(acceptedSeq) {
      const { rows } = await pool.query<{ entry: Buffer }>(
        "SELECT entry FROM journal_entry WHERE accepted_seq = $1",
        [acceptedSeq],
      );
      return rows[0] && decodeEntry(acceptedSeq, rows[0].entry);
    },
    async remove(acceptedSeqs) {
      await pool.query(
        `WITH noted AS (DELETE FROM journal_attempt WHERE reader = $2),
           suspected AS (DELETE FROM journal_suspect WHERE accepted_seq = ANY($1))
         DELETE FROM journal_entry WHERE accepted_seq = ANY($1)`,
        [acceptedSeqs, reader],
      );
    },
    /** The database has both sides: a state that lost the one lost the other. */
    async archive() {},
    async putBack(entries) {
      await pool.query(
        `INSERT INTO journal_entry (accepted_seq, entry)
         SELECT * FROM unnest($1::bigint[], $2::bytea[]) ON CONFLICT DO NOTHING`,
        [entries.map(({ acceptedSeq }) => acceptedSeq), entries.map(encodeEntry)],
      );
    },
    async noteAttempt(attempt) {
      // It need not outlive the database, so no commit waits for its disk.
      await pool.query(
        attempt
          ? `WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
             INSERT INTO journal_attempt (reader, first_seq, last_seq, points)
             SELECT $1, $2, $3, $4 FROM quick
             ON CONFLICT (reader) DO UPDATE SET noted_at = now(), first_seq = excluded.first_seq,
               last_seq = excluded.last_seq, points = excluded.points`
          : "DELETE FROM journal_attempt WHERE reader = $1",
        attempt ? [reader, attempt.firstSeq, attempt.lastSeq, attempt.points] : [reader],
      );
    },
    async suspects() {
      const { attempts, suspects } = await readSuspects(pool, reader);
      const hasFound = await countAbandoned(pool, attempts);
      return hasFound ? (await readSuspects(pool, reader)).suspects : suspects;
    },
    async suspect(acceptedSeqs, points) {
      await pool.query(
        `INSERT INTO journal_suspect AS before (accepted_seq, points)
         SELECT accepted_seq, $2 FROM journal_entry WHERE accepted_seq = ANY($1)
         ON CONFLICT (accepted_seq) DO UPDATE SET points = before.points + excluded.points`,
        [acceptedSeqs, points],
      );
    },
    async numbering() {
      return null;
    },
    async numberAs() {},
    async depth() {
      const { rows } = await pool.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM journal_entry",
      );
      return rows[0]?.count ?? 0;
    },
    async check() {
      await inTransaction(pool, async (client) => {
        await client.query("SAVEPOINT before");
        await client.query("INSERT INTO journal_entry (accepted_seq, entry) VALUES (0, '')");
        await client.query("ROLLBACK TO before");
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
      await pool
        .query("DELETE FROM journal_attempt WHERE reader = $1", [reader])
        .catch(() => undefined);
    },
  };
}

/** What other readers noted, and what counts against entries already. Both nearly always nothing. */
async function readSuspects(pool: Pool, own: string) {
  const { rows } = await pool.query<AttemptRow | SuspectRow>(
    `SELECT reader, noted_at::text, extract(epoch FROM now() - noted_at)::float * 1000 AS silent_ms,
            NULL::bigint AS accepted_seq, points
     FROM journal_attempt WHERE reader <> $1
     UNION ALL SELECT NULL, NULL, NULL, accepted_seq, points FROM journal_suspect`,
    [own],
  );
  return {
    attempts: rows.flatMap((row) => (row.reader === null ? [] : [row])),
    suspects: new Map(
      rows.flatMap((row) => (row.reader === null ? [[BigInt(row.accepted_seq), row.points]] : [])),
    ),
  };
}

type AttemptRow = { reader: string; noted_at: string; silent_ms: number };
type SuspectRow = { reader: null; accepted_seq: string; points: number };

/** Counts what readers noted that are no more, each note once, whoever finds it. False: none is. */
async function countAbandoned(pool: Pool, attempts: AttemptRow[]): Promise<boolean> {
  let hasFound = false;
  for (const { reader, noted_at, silent_ms } of attempts) {
    if (!(await isGone(readerSchema.parse(JSON.parse(reader)), silent_ms))) continue;
    hasFound = true;
    await pool.query(
      `WITH taken AS (
         DELETE FROM journal_attempt WHERE reader = $1 AND noted_at = $2::timestamptz RETURNING *
       )
       INSERT INTO journal_suspect AS before (accepted_seq, points)
       SELECT accepted_seq, points FROM journal_entry, taken
       WHERE accepted_seq BETWEEN first_seq AND last_seq
         AND (first_seq = last_seq OR accepted_seq NOT IN (SELECT accepted_seq FROM journal_suspect))
       ON CONFLICT (accepted_seq) DO UPDATE SET points = before.points + excluded.points`,
      [reader, noted_at],
    );
  }
  return hasFound;
}

async function readLastSeq(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ last: string }>(
    `SELECT greatest((SELECT max(accepted_seq) FROM journal_entry),
                     (SELECT max(accepted_seq) FROM delivery), 0) AS last`,
  );
  return BigInt(rows[0]?.last ?? 0);
}
