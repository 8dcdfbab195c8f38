import "server-only";
import { mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import { countsSql, versionsSql } from "../ledger/versions-sql";
import { saidKeys } from "../totals/customers-sql";
import type { ContradictionField } from "../views/views";

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
}

const mostText = 500;

export type MentionRow = {
  recording_id: string;
  delivery_id: string;
  accepted_at: Date;
  data: unknown;
};
