import "server-only";
import type { z } from "zod";
import { cutSql, mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { readExtra } from "@/lib/recordings/detail/get-recording";
import { countsSql, versionsSql } from "@/lib/recordings/ledger/versions-sql";
import { callRecordSchema } from "@/lib/recordings/record/call-record";
import { toDigits, toPhoneEnd } from "@/lib/recordings/record/search-text";
import { saidKeys } from "@/lib/recordings/totals/customers-sql";
import { Prisma } from "@/prisma/client/client";
import type {
  AttemptView,
  ContradictionField,
  ContradictionView,
  PersonView,
  SaidValueView,
} from "./views";

/** What is known of one person, as far as a page can show it; null when there is none of this id. */
export async function getPerson(id: string): Promise<PersonView | null> {
  if (id.includes("\0") || !id.isWellFormed()) return null;
  const { name, address } = mostCharacters;
  const [[row], { _sum: changed }, extra] = await Promise.all([
    db().$queryRaw<PersonRow[]>`
      SELECT id, ${cutSql("first_name", name)} AS first_name,
        ${cutSql("last_name", name)} AS last_name, phone_number, gender,
        ${cutSql("email", address)} AS email, type, is_confirmed, customer.is_phone_number_correct,
        first_seen_at, changed_at, coalesce(is_contradictory, false) AS is_contradictory,
        coalesce(calls, 0) AS calls, nullif(last_call_at, '-infinity') AS last_call_at, accepted_seq
      FROM customer LEFT JOIN customer_calls ON customer_calls.customer_id = id WHERE id = ${id}`,
    db().customerCallsChange.aggregate({ where: { customerId: id }, _sum: { calls: true } }),
    readExtra(Prisma.sql`SELECT extra FROM customer WHERE id = ${id}`),
  ]);
  if (!row) return null;
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    gender: row.gender,
    email: row.email,
    type: row.type,
    isConfirmed: row.is_confirmed,
    isPhoneNumberCorrect: row.is_phone_number_correct,
    extra,
    deliveryId: await findNaming(id, row.accepted_seq),
    isContradictory: row.is_contradictory,
    calls: row.calls + (changed.calls ?? 0),
    lastCallAt: row.last_call_at?.toISOString() ?? null,
    firstSeenAt: row.first_seen_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

/** The delivery of this sequence, which names the person; null: it is no longer known. */
async function findNaming(customerId: string, acceptedSeq: bigint): Promise<string | null> {
  const select = { deliveryId: true };
  const naming =
    (await db().recordingDelivery.findFirst({ where: { customerId, acceptedSeq }, select })) ??
    (await db().recordingVersion.findFirst({
      where: { customerId, firstSeq: acceptedSeq },
      select,
    }));
  return naming?.deliveryId ?? null;
}

/** The newest 60 calls that are a person's today, oldest first. */
export async function listAttempts(customerId: string): Promise<AttemptView[]> {
  const rows = await db().$queryRaw<{ id: string; created_at: Date; status: string }[]>`
    SELECT id, created_at, status FROM recording WHERE customer_id = ${customerId}
    ORDER BY created_at DESC, id DESC LIMIT ${mostAttempts}`;
  return rows
    .map((row) => ({ id: row.id, createdAt: row.created_at.toISOString(), status: row.status }))
    .reverse();
}

const mostAttempts = 60;

type PersonRow = {
  id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  gender: string;
  email: string | null;
  type: string | null;
  is_confirmed: boolean | null;
  is_phone_number_correct: boolean | null;
  first_seen_at: Date;
  changed_at: Date;
  is_contradictory: boolean;
  calls: number;
  last_call_at: Date | null;
  accepted_seq: bigint;
};

/** Others with a number of the same end, those with the most of it in common first. */
export async function listCandidates({ id, phoneNumber }: PersonView): Promise<CandidateRow[]> {
  return db().$queryRaw<CandidateRow[]>`
    SELECT id, ${cutSql("first_name", mostCharacters.name)} AS first_name,
      ${cutSql("last_name", mostCharacters.name)} AS last_name, phone_number,
      ${cutSql("email", mostCharacters.address)} AS email, calls
    FROM customer JOIN customer_calls ON customer_id = id
    WHERE phone_end = ${toPhoneEnd(phoneNumber)} AND id <> ${id}
    ORDER BY right(phone_digits, 10) = right(${toDigits(phoneNumber)}, 10) DESC, last_call_at DESC, id
    LIMIT ${maxCandidates}`;
}

const maxCandidates = 200;

type CandidateRow = {
  id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  email: string | null;
  calls: number;
};

/**
 * What calls of one person disagree about, among the newest 3,000. Spellings of one name, one
 * number, one address are no disagreement. Whether a number is correct is asked of the number that
 * the newest call has.
 */
export async function findContradictions(customerId: string): Promise<ContradictionView[]> {
  const rows = await db().$queryRaw<SaidRow[]>`
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
  return fieldsInOrder.flatMap((field) => {
    const own = rows.filter((row) => row.field === field);
    const [newest] = own;
    return newest ? [{ field, values: own.map(toView), more: newest.values - own.length }] : [];
  });
}

const maxCalls = 3_000;
const maxValues = 10;
const fieldsInOrder: ContradictionField[] = [
  "name",
  "phoneNumber",
  "phoneNumberCorrect",
  "email",
  "gender",
];

type SaidRow = {
  field: ContradictionField;
  value: string;
  calls: number;
  first_id: string;
  first_at: Date;
  last_id: string;
  last_at: Date;
  values: number;
};

function toView(row: SaidRow): SaidValueView {
  return {
    value: row.value,
    calls: row.calls,
    first: { id: row.first_id, createdAt: row.first_at.toISOString() },
    last: { id: row.last_id, createdAt: row.last_at.toISOString() },
  };
}

/**
 * The newest contents that name a person, newest first, and one more than `most` where there are more; null:
 * it is no longer kept.
 */
export async function listMentions(
  customerId: string,
  most: number,
): Promise<(PersonMention | null)[]> {
  const rows = await db().$queryRaw<MentionRow[]>`
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
    SELECT mention.recording_id, mention.delivery_id, mention.accepted_at,
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
  return rows.map(toMention);
}

const mostText = 500;

export type PersonData = z.infer<typeof personDataSchema>;

/** A content that named the person, and the delivery that brought it first. */
export type PersonMention = {
  recordingId: string;
  deliveryId: string;
  acceptedAt: string;
  data: PersonData;
};

const personDataSchema = callRecordSchema.pick({
  customerFirstName: true,
  customerLastName: true,
  customerPhoneNumber: true,
  customerIsPhoneNumberCorrect: true,
  customerEmail: true,
  customerGender: true,
  customerType: true,
  customerIsConfirmed: true,
  rosterAttachment: true,
});

type MentionRow = { recording_id: string; delivery_id: string; accepted_at: Date; data: unknown };

function toMention(row: MentionRow): PersonMention | null {
  if (row.data === null) return null;
  return {
    recordingId: row.recording_id,
    deliveryId: row.delivery_id,
    acceptedAt: row.accepted_at.toISOString(),
    data: personDataSchema.parse(row.data),
  };
}
