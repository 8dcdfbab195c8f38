import "server-only";
import { db } from "@/lib/platform/db";
import { buildHistory, type HistoryArrival, type HistoryVersion } from "./build-history";
import { callRecordSchema } from "./call-record";
import type { DeliveryOutcome, RecordingHistoryView } from "./views";

/**
 * What happened to one recording: its newest 50 contents, and of the repeats those among its newest
 * 100 deliveries. Empty for an id that no recording has.
 */
export async function getHistory(id: string): Promise<RecordingHistoryView> {
  if (id.includes("\0") || !id.isWellFormed()) {
    return { entries: [], isFromBeginning: true, repeatsMissingBefore: null };
  }
  const [versions, arrivals] = await Promise.all([readVersions(id), readArrivals(id)]);
  const isFromBeginning = versions.length <= maxVersions;
  const hasOlder = arrivals.length > maxArrivals;
  return {
    entries: buildHistory(versions, arrivals.slice(0, maxArrivals), { isFromBeginning }),
    isFromBeginning,
    repeatsMissingBefore: hasOlder ? (arrivals[maxArrivals - 1]?.acceptedAt ?? null) : null,
  };
}

const maxVersions = 50;
const maxArrivals = 100;
/** Of all contents that are read together, as JSON; what is beyond is listed without its content. */
const maxContentBytes = 2_000_000;
/** Of one, as it is stored, mostly compressed: what is larger is not even measured. */
const maxStoredBytes = 131_072;

/** One more than is shown, for the oldest to be compared with. */
async function readVersions(id: string): Promise<HistoryVersion[]> {
  const rows = await db().$queryRaw<(ArrivalRow & { content: unknown })[]>`
    SELECT encode(content_hash, 'hex') AS hash, first_seq AS seq, delivery_id, accepted_at,
      CASE WHEN pg_column_size(content) <= ${maxStoredBytes}::int
             AND sum(bytes) OVER newest_first <= ${maxContentBytes}
           THEN content END AS content,
      (SELECT outcome FROM recording_delivery AS arrival
       WHERE arrival.recording_id = version.recording_id
         AND arrival.accepted_seq = version.first_seq
         AND arrival.content_hash = version.content_hash
       ORDER BY position LIMIT 1) AS outcome
    FROM (SELECT *, CASE WHEN pg_column_size(content) <= ${maxStoredBytes}::int
                         THEN octet_length(content::text) ELSE 0 END AS bytes
          FROM recording_version WHERE recording_id = ${id}
          ORDER BY first_seq DESC, content_hash DESC LIMIT ${maxVersions + 1}) AS version
    WINDOW newest_first AS (ORDER BY first_seq DESC, content_hash DESC)
    ORDER BY first_seq DESC, content_hash DESC`;
  return rows.map((row) => ({
    ...toArrival(row),
    content: row.content === null ? null : callRecordSchema.parse(row.content),
  }));
}

/** One more than is shown, which tells whether there are older ones. */
async function readArrivals(id: string): Promise<HistoryArrival[]> {
  const rows = await db().$queryRaw<ArrivalRow[]>`
    SELECT encode(content_hash, 'hex') AS hash, accepted_seq AS seq, delivery_id, accepted_at,
      outcome
    FROM recording_delivery WHERE recording_id = ${id}
    ORDER BY accepted_seq DESC, position DESC LIMIT ${maxArrivals + 1}`;
  return rows.map(toArrival);
}

type ArrivalRow = {
  hash: string;
  seq: bigint;
  delivery_id: string;
  accepted_at: Date;
  outcome: DeliveryOutcome | null;
};

function toArrival(row: ArrivalRow): HistoryArrival {
  return {
    contentHash: row.hash,
    acceptedSeq: row.seq,
    deliveryId: row.delivery_id,
    acceptedAt: row.accepted_at.toISOString(),
    outcome: row.outcome,
  };
}
