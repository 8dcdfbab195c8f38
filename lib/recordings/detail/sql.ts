import "server-only";
import { cutSql, mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import { firstComingsSql, versionsSql } from "../ledger/versions-sql";
import { type CallRecord, callRecordSchema, fieldProblemsSchema } from "../record/call-record";
import type { DeliveryOutcome, RecordingView } from "../views/views";
import type { HistoryArrival } from "./build-history";

/** What is known of one call but for its further members, as far as a page can show it. */
export async function findRecording(id: string): Promise<Omit<RecordingView, "extra"> | null> {
  const { name, address, text } = mostCharacters;
  const [row] = await db().$queryRaw<RecordingRow[]>`
      SELECT recording.id, created_at, status, campaign, minutes_used, has_transcript,
        ${cutSql("call_sid", text)} AS call_sid,
        left(summary, ${mostSummary}::int) AS summary,
        greatest(char_length(summary) - ${mostSummary}::int, 0) AS summary_rest,
        ${cutSql("recording_attachment", text)} AS recording_attachment,
        ${cutSql("roster_attachment", text)} AS roster_attachment,
        customer_id,
        ${cutSql("customer_first_name", name)} AS customer_first_name,
        ${cutSql("customer_last_name", name)} AS customer_last_name,
        customer_phone_number, customer_gender,
        ${cutSql("customer_email", address)} AS customer_email,
        customer_type, customer_is_confirmed, customer_is_phone_number_correct,
        (SELECT delivery_id::text FROM recording_delivery AS arrival
         WHERE recording_id = recording.id AND arrival.accepted_seq = recording.accepted_seq
         ORDER BY position = accepted_position DESC LIMIT 1) AS delivery_id,
        problems, received_at, changed_at
      FROM recording WHERE recording.id = ${id}`;
  return row ? toView(row) : null;
}

const mostSummary = 10_000;

type RecordingRow = {
  id: string;
  created_at: Date;
  status: string;
  campaign: string | null;
  minutes_used: number | null;
  call_sid: string;
  has_transcript: boolean | null;
  summary: string;
  summary_rest: number;
  recording_attachment: string;
  roster_attachment: string | null;
  customer_id: string;
  customer_first_name: string;
  customer_last_name: string;
  customer_phone_number: string;
  customer_gender: string;
  customer_email: string | null;
  customer_type: string | null;
  customer_is_confirmed: boolean | null;
  customer_is_phone_number_correct: boolean | null;
  problems: unknown;
  delivery_id: string | null;
  received_at: Date;
  changed_at: Date;
};

function toView(row: RecordingRow): Omit<RecordingView, "extra"> {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    campaign: row.campaign,
    minutesUsed: row.minutes_used,
    callSid: row.call_sid,
    hasTranscript: row.has_transcript,
    summary: row.summary,
    summaryRest: row.summary_rest,
    recordingAttachment: row.recording_attachment,
    rosterAttachment: row.roster_attachment,
    customer: {
      id: row.customer_id,
      firstName: row.customer_first_name,
      lastName: row.customer_last_name,
      phoneNumber: row.customer_phone_number,
      gender: row.customer_gender,
      email: row.customer_email,
      type: row.customer_type,
      isConfirmed: row.customer_is_confirmed,
      isPhoneNumberCorrect: row.customer_is_phone_number_correct,
    },
    problems: fieldProblemsSchema.parse(row.problems),
    deliveryId: row.delivery_id,
    receivedAt: row.received_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

export function extraSql(id: string): Prisma.Sql {
  return Prisma.sql`SELECT extra FROM recording WHERE id = ${id}`;
}

type LeafRow = { path: string; json: string; found: number };

type LeafBounds = {
  mostShown: number;
  mostCounted: number;
  mostPath: number;
  mostJson: number;
  /** An object that is as deep is a leaf. */
  mostDepth: number;
};

/** The first leaves of the JSON object of a query's one row, the outer ones first, and how many were found. */
export function listLeaves(
  source: Prisma.Sql,
  { mostShown, mostCounted, mostPath, mostJson, mostDepth }: LeafBounds,
): Promise<LeafRow[]> {
  const depths = Array.from({ length: mostDepth }, (_, index) => index + 1);
  const at = (depth: number) => Prisma.raw(`at_${depth}`);
  // Written out, since a database in shards knows no recursion; a depth without members costs nothing.
  const further = depths.slice(1).map(
    (depth) => Prisma.sql`${at(depth)} AS (
      SELECT left(path, ${mostPath}::int) || '.' || left(member.key, ${mostPath + 1}::int) AS path,
        member.value
      FROM ${at(depth - 1)} AS parent CROSS JOIN LATERAL jsonb_each(parent.value) AS member
      WHERE jsonb_typeof(parent.value) = 'object')`,
  );
  const leaves = depths.map((depth) => {
    const isLeaf = Prisma.sql`WHERE jsonb_typeof(value) <> 'object' OR value = '{}'`;
    return Prisma.sql`SELECT path, value FROM ${at(depth)} ${depth < mostDepth ? isLeaf : Prisma.empty}`;
  });
  return db().$queryRaw<LeafRow[]>`
    WITH ${at(1)} AS (
      SELECT left(member.key, ${mostPath + 1}::int) AS path, member.value
      FROM (${source}) AS source CROSS JOIN LATERAL jsonb_each(extra) AS member
    ), ${Prisma.join(further)}, leaf AS MATERIALIZED (
      ${Prisma.join(leaves, " UNION ALL ")} LIMIT ${mostCounted + 1}
    )
    SELECT left(path, ${mostPath + 1}::int) AS path,
           left(value::text, ${mostJson + 1}::int) AS json,
           (SELECT count(*)::int FROM leaf) AS found
    FROM (SELECT * FROM leaf LIMIT ${mostShown}) AS shown`;
}

/** Up to `most` contents as each came first, the newest first. */
export async function readFirstComings(id: string, most: number): Promise<HistoryArrival[]> {
  const rows = await db().$queryRaw<ArrivalRow[]>`
    SELECT encode(version.content_hash, 'hex') AS hash, first_seq AS seq,
      coalesce(version.delivery_id, arrival.delivery_id) AS delivery_id,
      coalesce(version.accepted_at, arrival.accepted_at) AS accepted_at,
      coalesce(arrival.position, 0) AS position,
      encode(payload_hash, 'hex') AS payload, outcome, is_retry, taken_at
    FROM (SELECT * FROM ${Prisma.raw(firstComingsSql)} AS version WHERE recording_id = ${id}
          ORDER BY first_seq DESC, content_hash DESC LIMIT ${most}) AS version
    LEFT JOIN LATERAL (
      SELECT * FROM recording_delivery
      WHERE recording_id = ${id} AND accepted_seq = version.first_seq
        AND content_hash = version.content_hash
      ORDER BY position LIMIT 1
    ) AS arrival ON true`;
  return rows.map((row) => toArrival(id, row));
}

/** What these say, by hash: the newest of `most` as far as there is room for `mostBytes` as JSON. */
export async function readContents(
  id: string,
  arrivals: HistoryArrival[],
  { most, mostBytes }: { most: number; mostBytes: number },
): Promise<Map<string, CallRecord>> {
  const hashes = [...new Set(arrivals.map(({ contentHash }) => contentHash))];
  const rows = await db().$queryRaw<{ hash: string; content: unknown }[]>`
    SELECT encode(content_hash, 'hex') AS hash,
      CASE WHEN sum(bytes) OVER newest_first <= ${mostBytes} THEN content END AS content
    FROM (SELECT *, coalesce(octet_length(content::text), 0) AS bytes
          FROM ${Prisma.raw(versionsSql)} AS version
          WHERE recording_id = ${id} AND content_hash = ANY(
            SELECT decode(hash, 'hex') FROM unnest(${hashes}::text[]) AS wanted (hash))
          ORDER BY first_seq DESC, content_hash DESC LIMIT ${most}) AS version
    WINDOW newest_first AS (ORDER BY first_seq DESC, content_hash DESC)`;
  return new Map(
    rows.flatMap(({ hash, content }) =>
      content === null ? [] : [[hash, callRecordSchema.parse(content)]],
    ),
  );
}

/** Up to `most` deliveries, the newest first. */
export async function readArrivals(id: string, most: number): Promise<HistoryArrival[]> {
  const rows = await db().$queryRaw<ArrivalRow[]>`
    SELECT encode(content_hash, 'hex') AS hash, accepted_seq AS seq, delivery_id, accepted_at,
      position, encode(payload_hash, 'hex') AS payload, outcome, is_retry, taken_at
    FROM recording_delivery WHERE recording_id = ${id}
    ORDER BY accepted_seq DESC, position DESC LIMIT ${most}`;
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
