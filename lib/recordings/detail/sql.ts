import "server-only";
import { cutSql, mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import { countsSql, firstComingsSql, versionsSql } from "../ledger/versions-sql";
import { type CallRecord, callRecordSchema, fieldProblemsSchema } from "../record/call-record";
import { saidKeys } from "../totals/customers-sql";
import type { ContradictionField, RecordingView } from "../views/views";
import type { HistoryArrival } from "./build-history";

/** What is known of one call but for its further members, as far as a page can show it. */
export async function findRecording(id: string): Promise<Omit<RecordingView, "extra"> | null> {
  const { name, address, text } = mostCharacters;
  const [row] = await db().$queryRaw<RecordingRow[]>`
      SELECT recording.id, created_at AS "createdAt", status, campaign,
        minutes_used AS "minutesUsed", has_transcript AS "hasTranscript",
        ${cutSql("call_sid", text)} AS "callSid",
        left(summary, ${mostSummary}::int) AS summary,
        greatest(char_length(summary) - ${mostSummary}::int, 0) AS "summaryRest",
        ${cutSql("recording_attachment", text)} AS "recordingAttachment",
        ${cutSql("roster_attachment", text)} AS "rosterAttachment",
        json_build_object('id', customer_id,
          'firstName', ${cutSql("customer_first_name", name)},
          'lastName', ${cutSql("customer_last_name", name)},
          'phoneNumber', customer_phone_number, 'gender', customer_gender,
          'email', ${cutSql("customer_email", address)}, 'type', customer_type,
          'isConfirmed', customer_is_confirmed,
          'isPhoneNumberCorrect', customer_is_phone_number_correct) AS customer,
        (SELECT delivery_id::text FROM recording_delivery AS arrival
         WHERE recording_id = recording.id AND arrival.accepted_seq = recording.accepted_seq
         ORDER BY position = accepted_position DESC LIMIT 1) AS "deliveryId",
        problems, received_at AS "receivedAt", changed_at AS "changedAt"
      FROM recording WHERE recording.id = ${id}`;
  return row
    ? {
        ...row,
        createdAt: row.createdAt.toISOString(),
        receivedAt: row.receivedAt.toISOString(),
        changedAt: row.changedAt.toISOString(),
        problems: fieldProblemsSchema.parse(row.problems),
      }
    : null;
}

const mostSummary = 10_000;

type Instant = "createdAt" | "receivedAt" | "changedAt";
type RecordingRow = Omit<RecordingView, "extra" | Instant> & Record<Instant, Date>;

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
    SELECT ${id}::text AS "recordingId", encode(version.content_hash, 'hex') AS "contentHash",
      first_seq AS "acceptedSeq", coalesce(version.delivery_id, arrival.delivery_id) AS "deliveryId",
      coalesce(version.accepted_at, arrival.accepted_at) AS "acceptedAt",
      coalesce(arrival.position, 0) AS position, ${readingColumns}
    FROM (SELECT * FROM ${Prisma.raw(firstComingsSql)} AS version WHERE recording_id = ${id}
          ORDER BY first_seq DESC, content_hash DESC LIMIT ${most}) AS version
    LEFT JOIN LATERAL (
      SELECT * FROM recording_delivery
      WHERE recording_id = ${id} AND accepted_seq = version.first_seq
        AND content_hash = version.content_hash
      ORDER BY position LIMIT 1
    ) AS arrival ON true`;
  return rows.map(toArrival);
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
    SELECT recording_id AS "recordingId", encode(content_hash, 'hex') AS "contentHash",
      accepted_seq AS "acceptedSeq", delivery_id AS "deliveryId", accepted_at AS "acceptedAt",
      position, ${readingColumns}
    FROM recording_delivery WHERE recording_id = ${id}
    ORDER BY accepted_seq DESC, position DESC LIMIT ${most}`;
  return rows.map(toArrival);
}

/** What an arrival did when it was read. */
const readingColumns = Prisma.sql`encode(payload_hash, 'hex') AS "payloadHash", outcome,
  is_retry AS "isRetry", taken_at IS NOT NULL AS "isTaken"`;

type ArrivalRow = Omit<HistoryArrival, "acceptedAt"> & { acceptedAt: Date };

function toArrival(row: ArrivalRow): HistoryArrival {
  return { ...row, acceptedAt: row.acceptedAt.toISOString() };
}

/** What is left of a customer's content beside the fields that Earshot knows. */
export function customerExtraSql(customerId: string): Prisma.Sql {
  return Prisma.sql`SELECT extra FROM customer WHERE id = ${customerId}`;
}

/**
 * The values that calls of one customer disagree about, among the newest 3,000: of each field the newest ten,
 * and how many there are. Spellings of one name, one number, one address are no disagreement. Whether a
 * number is correct is asked of the number that the newest call has.
 */
export function listDisagreeing(customerId: string): Promise<SaidRow[]> {
  return db().$queryRaw<SaidRow[]>`
    WITH call AS MATERIALIZED (
      SELECT id, created_at, customer_first_name, customer_last_name, customer_phone_number,
        customer_email, customer_gender, customer_is_phone_number_correct AS is_correct,
        ${Prisma.raw(saidKeys.phone)} AS phone_key,
        first_value(${Prisma.raw(saidKeys.phone)}) OVER (ORDER BY created_at DESC, id DESC)
          AS newest_phone_key
      FROM recording WHERE customer_id = ${customerId}
      ORDER BY created_at DESC, id DESC LIMIT ${maxCalls}
    ), said AS (
      SELECT one.*, id, created_at FROM call CROSS JOIN LATERAL (VALUES
        ('name', ${Prisma.raw(saidKeys.name)},
          trim(customer_first_name || ' ' || customer_last_name)),
        ('phoneNumber', phone_key, customer_phone_number),
        ('email', ${Prisma.raw(saidKeys.email)}, customer_email),
        ('gender', ${Prisma.raw(saidKeys.gender)}, customer_gender),
        ('phoneNumberCorrect',
          CASE WHEN (phone_key = newest_phone_key) IS NOT FALSE THEN is_correct::int::bigint END,
          is_correct::text)
      ) AS one (field, key, value) WHERE key IS NOT NULL
    ), value AS (
      SELECT field, count(*)::int AS calls,
        (array_agg(value ORDER BY created_at DESC, id DESC))[1] AS value,
        (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS last_id,
        (array_agg(id ORDER BY created_at, id))[1] AS first_id,
        max(created_at) AS last_at, min(created_at) AS first_at
      FROM said GROUP BY field, key
    ), ranked AS (
      SELECT *, count(*) OVER (PARTITION BY field)::int AS values,
        row_number() OVER (PARTITION BY field ORDER BY last_at DESC, last_id DESC) AS rank
      FROM value
    )
    SELECT field, left(value, ${mostCharacters.name}::int) AS value, calls, first_id, first_at,
      last_id, last_at, values
    FROM ranked WHERE values > 1 AND rank <= ${maxValues} ORDER BY field, rank`;
}

const maxCalls = 3_000;
const maxValues = 10;

export type SaidRow = {
  field: ContradictionField;
  value: string;
  calls: number;
  first_id: string;
  first_at: Date;
  last_id: string;
  last_at: Date;
  values: number;
};

/**
 * The newest contents that name a customer, newest first, and one more than `most` where there are more; one
 * that is no longer kept has no data.
 */
export function listMentioned(customerId: string, most: number): Promise<MentionRow[]> {
  return db().$queryRaw<MentionRow[]>`
    WITH noted AS (
      SELECT recording_id, content_hash, accepted_seq AS seq, position, delivery_id, accepted_at
      FROM recording_delivery WHERE customer_id = ${customerId} AND ${Prisma.raw(countsSql)}
      ORDER BY accepted_seq DESC, position DESC LIMIT ${most + 1}
    ), first_comings AS (
      SELECT recording_id, content_hash, first_seq AS seq, 0 AS position, delivery_id, accepted_at
      FROM recording_version WHERE customer_id = ${customerId}
      ORDER BY first_seq DESC LIMIT ${most + 1}
    ), mention AS (
      SELECT * FROM noted
      UNION ALL
      -- An older Earshot didn't note whom an arrival names: there, the first coming of a content tells.
      SELECT first_comings.* FROM first_comings
      LEFT JOIN recording_delivery AS arrival ON arrival.recording_id = first_comings.recording_id
        AND arrival.accepted_seq = first_comings.seq AND arrival.customer_id IS NOT NULL
      WHERE arrival.recording_id IS NULL
      ORDER BY seq DESC, position DESC LIMIT ${most + 1}
    )
    SELECT mention.recording_id AS "recordingId", mention.delivery_id AS "deliveryId",
      mention.accepted_at AS "acceptedAt",
      CASE WHEN content IS NOT NULL THEN jsonb_build_object(
        'customerFirstName', left(content ->> 'customerFirstName', ${mostText}::int),
        'customerLastName', left(content ->> 'customerLastName', ${mostText}::int),
        'customerPhoneNumber', content -> 'customerPhoneNumber',
        'customerIsPhoneNumberCorrect', content -> 'customerIsPhoneNumberCorrect',
        'customerEmail', left(content ->> 'customerEmail', ${mostText}::int),
        'customerGender', content -> 'customerGender',
        'customerType', content -> 'customerType',
        'customerIsConfirmed', content -> 'customerIsConfirmed',
        'rosterAttachment', left(content ->> 'rosterAttachment', ${mostText}::int)) END AS data
    FROM mention JOIN ${Prisma.raw(versionsSql)} AS version USING (recording_id, content_hash)
    ORDER BY mention.seq DESC, mention.position DESC`;
}

const mostText = 500;

export type MentionRow = {
  recordingId: string;
  deliveryId: string;
  acceptedAt: Date;
  data: unknown;
};
