import "server-only";
import { newLease } from "@/lib/ops/lease-sql";
import { type Database, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { nodeCount } from "./sequence";

/** @returns false: there is one of this number already */
export async function insertEntry(
  client: Database,
  acceptedSeq: bigint,
  entry: Buffer,
): Promise<boolean> {
  // For this statement's own transaction, whatever the default of the database says.
  const count = await client.$executeRaw`
    INSERT INTO journal_entry (accepted_seq, entry)
    SELECT ${acceptedSeq}::bigint, ${entry}::bytea
    FROM set_config('synchronous_commit', 'on', true)
    ON CONFLICT DO NOTHING`;
  return count === 1;
}

type EntriesWanted = { most: number; maxBytes: number; after: bigint; except: bigint[] };

/** The oldest entries; the first one whatever its size. */
export function readEntries(
  client: Database,
  { most, maxBytes, after, except }: EntriesWanted,
): Promise<{ accepted_seq: bigint; entry: Buffer }[]> {
  return client.$queryRaw`
    SELECT accepted_seq, entry FROM (
      SELECT accepted_seq, entry,
             sum(octet_length(entry)) OVER (ORDER BY accepted_seq) - octet_length(entry) AS before
      FROM (SELECT * FROM journal_entry
            WHERE accepted_seq > ${after} AND accepted_seq <> ALL(${toList(except)}::bigint[])
            ORDER BY accepted_seq LIMIT ${most}) AS oldest
    ) AS measured
    WHERE before < ${maxBytes} ORDER BY accepted_seq`;
}

export async function findEntry(
  client: Database,
  acceptedSeq: bigint,
): Promise<Buffer | undefined> {
  const [row] = await client.$queryRaw<{ entry: Buffer }[]>`
    SELECT entry FROM journal_entry WHERE accepted_seq = ${acceptedSeq}`;
  return row?.entry;
}

/** Removes entries, and what counts against them. */
export async function deleteEntries(client: Database, acceptedSeqs: bigint[]): Promise<void> {
  const removed = toList(acceptedSeqs);
  await client.$executeRaw`
    WITH suspected AS (DELETE FROM journal_suspect WHERE accepted_seq = ANY(${removed}::bigint[]))
    DELETE FROM journal_entry WHERE accepted_seq = ANY(${removed}::bigint[])`;
}

/** Those of a number that is there already stay as they are. */
export async function insertEntries(
  client: Database,
  entries: { acceptedSeq: bigint; entry: Buffer }[],
): Promise<void> {
  await client.$executeRaw`
    INSERT INTO journal_entry (accepted_seq, entry)
    SELECT kept.accepted_seq, kept.entry
    FROM set_config('synchronous_commit', 'on', true),
      unnest(${entries.map(({ acceptedSeq }) => acceptedSeq)}::bigint[],
             ${entries.map(({ entry }) => entry)}::bytea[]) AS kept (accepted_seq, entry)
    ON CONFLICT DO NOTHING`;
}

type Attempt = { firstSeq: bigint; lastSeq: bigint; points: number };

/** Notes what a reader is about to try. It need not outlive the database, so no commit waits for its disk. */
export async function upsertAttempt(
  client: Database,
  reader: string,
  { firstSeq, lastSeq, points }: Attempt,
): Promise<void> {
  await client.$executeRaw`
    WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO journal_attempt (reader, first_seq, last_seq, points)
    SELECT ${reader}, ${firstSeq}::bigint, ${lastSeq}::bigint, ${points}::int FROM quick
    ON CONFLICT (reader) DO UPDATE SET noted_at = now(), first_seq = excluded.first_seq,
      last_seq = excluded.last_seq, points = excluded.points`;
}

export type AttemptRow = { reader: string; noted_at: string; silent_ms: number };
type SuspectRow = { reader: null; accepted_seq: bigint; points: number };

/** What other readers noted, and what counts against entries already. Both nearly always nothing. */
export async function readSuspects(
  client: Database,
  own: string,
): Promise<{ attempts: AttemptRow[]; suspects: Map<bigint, number> }> {
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

/** Counts against entries that are there. */
export async function addPoints(
  client: Database,
  acceptedSeqs: bigint[],
  points: number,
): Promise<void> {
  await client.$executeRaw`
    INSERT INTO journal_suspect AS before (accepted_seq, points)
    SELECT accepted_seq, ${points}::int FROM journal_entry
    WHERE accepted_seq = ANY(${toList(acceptedSeqs)}::bigint[])
    ON CONFLICT (accepted_seq) DO UPDATE SET points = before.points + excluded.points`;
}

/** Counts what a reader noted against the entries that it tried, once, whoever does it. */
export async function takeAttempt(
  client: Database,
  { reader, noted_at }: AttemptRow,
): Promise<void> {
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

/** The highest number that an entry or a delivery has; 0 when there is none. */
export async function readLastSeq(client: Database): Promise<bigint> {
  const rows = await client.$queryRaw<{ last: bigint }[]>`
    SELECT greatest((SELECT max(accepted_seq) FROM journal_entry),
                    (SELECT max(accepted_seq) FROM delivery), 0) AS last`;
  return rows[0]?.last ?? 0n;
}

const lasts = "30 days";
const lease = newLease({ table: "journal_node", holder: "journal", since: "leased_at", lasts });

/**
 * When a lease counts as taken. That of a process that leaves nothing behind is over five minutes after its
 * last renewal, as if it were nearly thirty days old.
 */
function takenAt(isBrief: boolean): Prisma.Sql {
  return Prisma.raw(isBrief ? `now() - interval '${lasts}' + interval '5 minutes'` : "now()");
}

/** Renews the lease of a journal's node. Null: it has none. */
export async function renewNode(
  client: Database,
  journalId: string,
  isBrief = false,
): Promise<number | null> {
  const rows = await client.$queryRaw<{ node: number }[]>`
    UPDATE journal_node SET leased_at = ${takenAt(isBrief)} WHERE ${lease.isHeldBy(journalId)}
    RETURNING node`;
  return rows[0]?.node ?? null;
}

/**
 * Leases a node for a journal: this one, or else the next that nobody has. Null: all are taken, or another
 * journal has been quicker.
 */
export async function takeNode(
  client: Database,
  journalId: string,
  node: number,
  isBrief = false,
): Promise<number | null> {
  const rows = await client.$queryRaw<{ node: number }[]>`
    INSERT INTO journal_node AS kept (node, journal, leased_at)
    SELECT node, ${journalId}::uuid, ${takenAt(isBrief)} FROM generate_series(0, ${nodeCount - 1}) AS node
    WHERE NOT EXISTS (SELECT FROM journal_node AS other
      WHERE other.node = node.node AND NOT ${lease.isFreeFor(journalId, "other.")})
    ORDER BY (node - ${node}::int + ${nodeCount}::int) % ${nodeCount}::int LIMIT 1
    ON CONFLICT (node) DO UPDATE
      SET journal = excluded.journal, leased_at = excluded.leased_at
      WHERE ${lease.isFreeFor(journalId, "kept.")}
    RETURNING node`;
  return rows[0]?.node ?? null;
}

/** Leaves its node to whoever is next. */
export async function giveUpNode(client: Database, journalId: string): Promise<void> {
  await client.journalNode.deleteMany({ where: { journal: journalId } });
}
