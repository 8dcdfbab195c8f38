import "server-only";
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import type { ArrivedRecord } from "./arrived-record";
import type { CallRecord } from "./call-record";
import { upsertCustomers } from "./upsert-customers";
import { toRecordingRow, upsertRecordings } from "./upsert-recordings";

export type StoreOutcome = "stored" | "unchanged" | "superseded";

/**
 * Stores records in the order of acceptance and says what became of each. Must run in a
 * REPEATABLE READ transaction: the outcomes rest on one snapshot, and a row that another process
 * changes meanwhile fails the transaction (40001), which is then to be tried again.
 */
export async function storeRecords(
  client: PoolClient,
  arrived: ArrivedRecord[],
): Promise<StoreOutcome[]> {
  if (arrived.length === 0) return [];
  const known = await readKnown(client, [...new Set(arrived.map(({ record }) => record.id))]);
  const winners = new Map<string, ArrivedRecord & { contentHash: Buffer }>();
  const judged = arrived.map((item) => {
    const contentHash = hashRecord(item.record);
    const outcome = judge(item, contentHash, known);
    if (outcome === "stored") winners.set(item.record.id, { ...item, contentHash });
    return { ...item, contentHash, outcome };
  });

  // One order for all writers, so that two of them never wait for each other in a ring.
  const ordered = [...winners.values()].sort((a, b) => (a.record.id < b.record.id ? -1 : 1));
  await upsertRecordings(client, ordered.map(toRecordingRow));
  await upsertCustomers(client, [...winners.values()]);
  await recordArrivals(client, judged);
  return judged.map(({ outcome }) => outcome);
}

type Known = {
  current: Map<string, { acceptedSeq: bigint; hash: string }>;
  /** `id hash` of every content that a recording ever had. */
  contents: Set<string>;
};

/** An exact repeat of an older content never rolls a recording back, however late it is accepted. */
function judge(item: ArrivedRecord, contentHash: Buffer, known: Known): StoreOutcome {
  const { id } = item.record;
  const hash = contentHash.toString("hex");
  const current = known.current.get(id);
  if (current && item.acceptedSeq < current.acceptedSeq) return "superseded";
  if (current?.hash === hash) return "unchanged";
  if (current && known.contents.has(`${id} ${hash}`)) return "superseded";
  known.current.set(id, { acceptedSeq: item.acceptedSeq, hash });
  known.contents.add(`${id} ${hash}`);
  return "stored";
}

async function readKnown(client: PoolClient, ids: string[]): Promise<Known> {
  const current = await client.query<{ id: string; accepted_seq: string; content_hash: Buffer }>(
    "SELECT id, accepted_seq, content_hash FROM recording WHERE id = ANY($1)",
    [ids],
  );
  const contents = await client.query<{ recording_id: string; content_hash: Buffer }>(
    `SELECT recording_id, content_hash FROM recording_delivery
     WHERE recording_id = ANY($1) AND outcome = 'stored'`,
    [current.rows.map(({ id }) => id)],
  );
  return {
    current: new Map(
      current.rows.map((row) => [
        row.id,
        { acceptedSeq: BigInt(row.accepted_seq), hash: row.content_hash.toString("hex") },
      ]),
    ),
    contents: new Set(
      contents.rows.map((row) => `${row.recording_id} ${row.content_hash.toString("hex")}`),
    ),
  };
}

function hashRecord(record: CallRecord): Buffer {
  const fields = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest();
}

async function recordArrivals(
  client: PoolClient,
  judged: (ArrivedRecord & { contentHash: Buffer; outcome: StoreOutcome })[],
): Promise<void> {
  await client.query(
    `INSERT INTO recording_delivery
       (recording_id, accepted_seq, position, delivery_id, accepted_at, outcome, content_hash)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::int[], $4::uuid[], $5::timestamptz[],
                          $6::outcome[], $7::bytea[])
     ON CONFLICT DO NOTHING`,
    [
      judged.map(({ record }) => record.id),
      judged.map(({ acceptedSeq }) => acceptedSeq),
      judged.map(({ position }) => position),
      judged.map(({ deliveryId }) => deliveryId),
      judged.map(({ acceptedAt }) => acceptedAt),
      judged.map(({ outcome }) => outcome),
      judged.map(({ contentHash }) => contentHash),
    ],
  );
}
