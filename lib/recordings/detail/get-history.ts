import "server-only";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import { firstComingsSql, versionsSql } from "../ledger/versions/ledger-form";
import { type CallRecord, callRecordSchema } from "../record/call-record";
import type { DeliveryOutcome, RecordingHistoryView } from "../views/views";
import { buildHistory, type HistoryArrival } from "./build-history";

/**
 * What happened to one recording: its newest 50 contents, and of the repeats those among its newest
 * 100 deliveries. Empty for an id that no recording has.
 */
export async function getHistory(id: string): Promise<RecordingHistoryView> {
  if (id.includes("\0") || !id.isWellFormed()) {
    return { entries: [], isFromBeginning: true, repeatsMissingBefore: null };
  }
  const [firsts, arrivals] = await Promise.all([readFirstComings(id), readArrivals(id)]);
  const isFromBeginning = firsts.length <= maxVersions;
  const hasOlder = arrivals.length > maxArrivals;
  const told = arrivals.slice(0, maxArrivals);
  const contents = await readContents(id, [...firsts, ...told]);
  return {
    entries: buildHistory(firsts, told, { contents, isFromBeginning }),
    isFromBeginning,
    repeatsMissingBefore: hasOlder ? (arrivals[maxArrivals - 1]?.acceptedAt ?? null) : null,
  };
}

const maxVersions = 50;
const maxArrivals = 100;
/** Of all contents that are read together, as JSON; what is beyond is listed without its content. */
const maxContentBytes = 2_000_000;

/** One more than is shown, for the oldest to be compared with. */
async function readFirstComings(id: string): Promise<HistoryArrival[]> {
  const rows = await db().$queryRaw<ArrivalRow[]>`
    SELECT encode(version.content_hash, 'hex') AS hash, first_seq AS seq,
      coalesce(version.delivery_id, arrival.delivery_id) AS delivery_id,
      coalesce(version.accepted_at, arrival.accepted_at) AS accepted_at,
      coalesce(arrival.position, 0) AS position,
      encode(payload_hash, 'hex') AS payload, outcome, is_retry, taken_at
    FROM (SELECT * FROM ${Prisma.raw(firstComingsSql)} AS version WHERE recording_id = ${id}
          ORDER BY first_seq DESC, content_hash DESC LIMIT ${maxVersions + 1}) AS version
    LEFT JOIN LATERAL (
      SELECT * FROM recording_delivery
      WHERE recording_id = version.recording_id AND accepted_seq = version.first_seq
        AND content_hash = version.content_hash
      ORDER BY position LIMIT 1
    ) AS arrival ON true`;
  return rows.map((row) => toArrival(id, row));
}

/** What these say, by hash: the newest as far as there is room. */
async function readContents(
  id: string,
  arrivals: HistoryArrival[],
): Promise<Map<string, CallRecord>> {
  const hashes = [...new Set(arrivals.map(({ contentHash }) => contentHash))];
  const rows = await db().$queryRaw<{ hash: string; content: unknown }[]>`
    SELECT encode(content_hash, 'hex') AS hash,
      CASE WHEN sum(bytes) OVER newest_first <= ${maxContentBytes} THEN content END AS content
    FROM (SELECT *, coalesce(octet_length(content::text), 0) AS bytes
          FROM ${Prisma.raw(versionsSql)} AS version
          WHERE recording_id = ${id} AND content_hash = ANY(
            SELECT decode(hash, 'hex') FROM unnest(${hashes}::text[]) AS wanted (hash))
          ORDER BY first_seq DESC, content_hash DESC LIMIT ${maxVersions + 1}) AS version
    WINDOW newest_first AS (ORDER BY first_seq DESC, content_hash DESC)`;
  return new Map(
    rows.flatMap(({ hash, content }) =>
      content === null ? [] : [[hash, callRecordSchema.parse(content)]],
    ),
  );
}

/** One more than is shown, which tells whether there are older ones. */
async function readArrivals(id: string): Promise<HistoryArrival[]> {
  const rows = await db().$queryRaw<ArrivalRow[]>`
    SELECT encode(content_hash, 'hex') AS hash, accepted_seq AS seq, delivery_id, accepted_at,
      position, encode(payload_hash, 'hex') AS payload, outcome, is_retry, taken_at
    FROM recording_delivery WHERE recording_id = ${id}
    ORDER BY accepted_seq DESC, position DESC LIMIT ${maxArrivals + 1}`;
  return rows.map((row) => toArrival(id, row));
}

type ArrivalRow = {
  hash: string;
  seq: bigint;
  position: number;
  payload: string | null;
  delivery_id: string;
  accepted_at: Date;
  outcome: DeliveryOutcome | null;
  is_retry: boolean | null;
  taken_at: Date | null;
};

function toArrival(recordingId: string, row: ArrivalRow): HistoryArrival {
  return {
    recordingId,
    contentHash: row.hash,
    payloadHash: row.payload,
    acceptedSeq: row.seq,
    position: row.position,
    deliveryId: row.delivery_id,
    acceptedAt: row.accepted_at.toISOString(),
    outcome: row.outcome,
    isRetry: row.is_retry,
    isTaken: row.taken_at !== null,
  };
}
