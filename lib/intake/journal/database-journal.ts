import "server-only";
import { randomInt, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { addBeat, type ListeningPeriod } from "@/lib/coverage/listening-period";
import { recordPeriods } from "@/lib/coverage/sql";
import { readDatabaseNow } from "@/lib/ops/clock-sql";
import { log } from "@/lib/ops/log";
import { intakePool } from "@/lib/platform/database/db";
import {
  type Database,
  inTransaction,
  pastPrismaOn,
  prismaOn,
} from "@/lib/platform/database/transaction";
import { eventNowMs, mostApartMs } from "@/lib/platform/process/event-clock";
import {
  decodeEntry,
  encodeEntry,
  isGone,
  type Journal,
  readerSchema,
  thisReader,
} from "./journal";
import { idsOfNode, nodeCount, SequenceGenerator, toDeliveryId } from "./sequence";
import {
  type AttemptRow,
  addPoints,
  deleteEntries,
  findEntry,
  giveUpNode,
  insertEntries,
  insertEntry,
  readEntries,
  readLastSeq,
  readSuspects,
  renewNode,
  takeAttempt,
  takeNode,
  upsertAttempt,
} from "./sql";

/** The journal of a host without a lasting disk: durable when PostgreSQL has committed. */
export async function openDatabaseJournal(pool: Pool = intakePool()): Promise<Journal> {
  const client = prismaOn(pool);
  const numbers = newNumbers(client);
  const reader = JSON.stringify(await thisReader());
  const entries = pastPrismaOn(pool);
  let present: ListeningPeriod[] = [];

  return {
    async append(newEntry) {
      for (;;) {
        const acceptedSeq = await numbers.next();
        const entry = { ...newEntry, acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
        // Where all nodes are taken, another gateway may have the same number.
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
      await numbers.renew();
      return [];
    },
    async forgetPeriods() {},
    async close() {
      // A database that is away finds out by its silence.
      await forgetAttempt(client, reader).catch(() => undefined);
      await numbers.leave().catch(() => undefined);
    },
  };
}

/**
 * Numbers by a node that is leased while this process lives: nothing of it outlives it, so each has one of
 * its own, once it numbers anything. By the time of events, and by the database's where that is far from it:
 * a clock that leaps here leads nobody there.
 */
function newNumbers(client: Database) {
  const holder = randomUUID();
  let generator: SequenceGenerator | undefined;
  let leased: number | null = null;
  let database = { atMs: 0, steadyMs: Number.NEGATIVE_INFINITY };
  let renewing: Promise<SequenceGenerator> | undefined;

  const nowMs = () => {
    const eventMs = eventNowMs();
    const databaseMs = database.atMs + performance.now() - database.steadyMs;
    return Math.abs(eventMs - databaseMs) > mostApartMs ? databaseMs : eventMs;
  };
  const isFresh = () => performance.now() - database.steadyMs < renewAfterMs;
  const renewOnce = async () => {
    const atMs = (await readDatabaseNow(client)).getTime();
    database = { atMs, steadyMs: performance.now() };
    const wanted = leased ?? randomInt(nodeCount);
    const node =
      (await renewNode(client, holder, true)) ?? (await takeNode(client, holder, wanted, true));
    if (node === null && !generator) {
      log().warn("every node id of the database is leased; using a random one");
    }
    generator ??= new SequenceGenerator(toId(node ?? wanted), await readLastSeq(client), nowMs);
    if (node !== null && node !== leased) generator.moveTo(toId(node));
    leased = node;
    return generator;
  };
  const renew = () => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
  return {
    next: async () => (generator && isFresh() ? generator : await renew()).next(),
    /** Before its lease is over. */
    renew: async () => {
      if (generator) await renew();
    },
    leave: async () => {
      if (generator) await giveUpNode(client, holder);
    },
  };
}

/** Far from the end of a lease, and so often that the database's time is known. */
const renewAfterMs = 60_000;

function toId(node: number): number {
  return node * idsOfNode + randomInt(idsOfNode);
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
