import "server-only";
import { randomInt } from "node:crypto";
import type { Pool } from "pg";
import { addBeat, type ListeningPeriod } from "@/lib/coverage/listening-period";
import { recordPeriods } from "@/lib/coverage/store";
import { intakePool } from "@/lib/platform/db";
import { inTransaction } from "@/lib/platform/transaction";
import { AcceptanceClock, doorCount, toDeliveryId } from "./acceptance-clock";
import type { Journal } from "./journal";
import { decodeEntry, encodeEntry } from "./journal-entry";

/** The journal of a host without a lasting disk: durable when PostgreSQL has committed. */
export async function openDatabaseJournal(pool: Pool = intakePool()): Promise<Journal> {
  // Nothing of this process outlives it, so each start is a door of its own.
  const clock = new AcceptanceClock(randomInt(doorCount), await readLastSeq(pool));
  let present: ListeningPeriod[] = [];

  return {
    async append(newEntry) {
      const acceptedSeq = clock.next();
      const entry = { ...newEntry, acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
      await pool.query("INSERT INTO journal_entry (accepted_seq, entry) VALUES ($1, $2)", [
        acceptedSeq,
        encodeEntry(entry),
      ]);
      return entry;
    },
    async read(most, maxBytes) {
      const { rows } = await pool.query<{ accepted_seq: string; entry: Buffer }>(
        `SELECT accepted_seq, entry FROM (
           SELECT accepted_seq, entry,
                  sum(octet_length(entry)) OVER (ORDER BY accepted_seq) - octet_length(entry) AS before
           FROM (SELECT * FROM journal_entry ORDER BY accepted_seq LIMIT $1) AS oldest
         ) AS measured
         WHERE before < $2 ORDER BY accepted_seq`,
        [most, maxBytes],
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
      await pool.query("DELETE FROM journal_entry WHERE accepted_seq = ANY($1)", [acceptedSeqs]);
    },
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
    async close() {},
  };
}

async function readLastSeq(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ last: string }>(
    `SELECT greatest((SELECT max(accepted_seq) FROM journal_entry),
                     (SELECT max(accepted_seq) FROM delivery), 0) AS last`,
  );
  return BigInt(rows[0]?.last ?? 0);
}
