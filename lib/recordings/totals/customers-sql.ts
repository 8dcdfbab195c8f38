import "server-only";
import { v7 as uuidv7 } from "uuid";
import {
  copyRows,
  type Database,
  type Transaction,
  toList,
} from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

/** Of columns of `recording`. The last nine digits are the same in every spelling of a number. */
export const saidKeys = {
  name: saidKeySql("(customer_first_name || customer_last_name)"),
  phone: saidKeySql("right(phone_digits, 9)"),
  email: saidKeySql("customer_email"),
  gender: saidKeySql("customer_gender"),
};

export type CustomerChange = {
  customerId: string;
  /** The call that came. Of one who is told anew, the one up to which that is done; null: none is yet. */
  recordingId: string | null;
  calls: number;
  isRecomputed: boolean;
};

/** With ids in the order of time, whose index takes the next one where it took the last. */
export async function insertCustomerChanges(
  client: Transaction,
  changes: CustomerChange[],
): Promise<void> {
  await copyRows(
    client,
    "customer_calls_change",
    changes.map(({ customerId, recordingId, calls, isRecomputed }) => ({
      id: uuidv7(),
      customer_id: customerId,
      recording_id: recordingId,
      calls,
      is_told_anew: isRecomputed,
    })),
  );
}

export async function hasCustomerChanges(client: Database): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`SELECT FROM customer_calls_change LIMIT 1`;
  return rows.length > 0;
}

export async function takeCustomerChanges(
  client: Transaction,
  most: number,
): Promise<CustomerChange[]> {
  return client.$queryRaw<CustomerChange[]>`
    DELETE FROM customer_calls_change
    WHERE id = ANY(ARRAY(SELECT id FROM customer_calls_change LIMIT ${most}))
    RETURNING customer_id AS "customerId", recording_id AS "recordingId", calls,
      is_told_anew AS "isRecomputed"`;
}

/** Adds calls that came and the count of those that went. */
export async function addCustomerChanges(
  client: Transaction,
  changes: CustomerChange[],
): Promise<void> {
  await client.$executeRaw(addSql(changesSql(changes)));
}

/** Drops what is kept of those of these customers who have no call and are not there. */
export async function dropUnknownCustomers(client: Transaction, ids: string[]): Promise<void> {
  await client.$executeRaw`
    DELETE FROM customer_calls WHERE customer_id = ANY(${ids}) AND calls = 0
      AND NOT EXISTS (SELECT FROM customer WHERE id = customer_id)`;
}

/** How many calls are counted of each of these customers. */
export async function readCallCounts(
  client: Transaction,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await client.$queryRaw<{ id: string; calls: number }[]>`
    SELECT customer_id AS id, calls FROM customer_calls WHERE customer_id = ANY(${ids})`;
  return new Map(rows.map(({ id, calls }) => [id, calls]));
}

/** Forgets all but the count of these customers: what left one can't be subtracted from a least. */
export async function forgetSaid(client: Transaction, ids: string[]): Promise<void> {
  await client.$executeRaw`
    UPDATE customer_calls SET last_call_at = '-infinity', last_call_id = '', name_key = NULL,
      phone_key = NULL, email_key = NULL, gender_key = NULL, is_phone_number_correct = NULL,
      is_contradictory = false
    WHERE customer_id = ANY(${ids})`;
}

/** Adds what all calls of these customers say. */
export async function addSaid(client: Transaction, ids: string[]): Promise<void> {
  await client.$executeRaw(addSql(saidSql(Prisma.sql`customer_id = ANY(${ids})`, 0)));
}

/**
 * The newest calls of a customer, or those behind one of them, by the index alone. None behind one that is
 * gone.
 */
export async function listCallIds(
  client: Transaction,
  customerId: string,
  { after, most }: { after: string | null; most: number },
): Promise<string[]> {
  const behind =
    after === null
      ? Prisma.empty
      : Prisma.sql`AND (created_at, id) < (SELECT created_at, id FROM recording WHERE id = ${after})`;
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT id FROM recording WHERE customer_id = ${customerId} ${behind}
    ORDER BY created_at DESC, id DESC LIMIT ${most}`;
  return rows.map(({ id }) => id);
}

/** Whether somebody is being told anew and not yet to the end. */
export async function isBeingRecomputed(client: Transaction, customerId: string): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`
    SELECT FROM customer_calls_change
    WHERE customer_id = ${customerId} AND is_told_anew AND recording_id IS NOT NULL LIMIT 1`;
  return rows.length > 0;
}

/** Tells of all customers anew, from a snapshot: in a REPEATABLE READ transaction that may fold. */
export async function recountCustomers(client: Transaction): Promise<void> {
  await client.$executeRaw`DELETE FROM customer_calls_change`;
  await client.$executeRaw`DELETE FROM customer_calls`;
  await client.$executeRaw(addSql(saidSql(Prisma.sql`true`, 1)));
  await client.$executeRaw`
    INSERT INTO customer_calls (customer_id, calls, last_call_at, last_call_id, is_contradictory)
    SELECT id, 0, '-infinity', '', false FROM customer ON CONFLICT (customer_id) DO NOTHING`;
}

/** What calls say of their customers, a row each. */
function saidSql(where: Prisma.Sql, calls: 0 | 1): Prisma.Sql {
  return Prisma.sql`
    SELECT customer_id, ${Prisma.raw(String(calls))} AS calls, id, created_at,
      customer_is_phone_number_correct AS is_correct, ${Prisma.raw(saidKeys.name)} AS name_key,
      ${Prisma.raw(saidKeys.phone)} AS phone_key, ${Prisma.raw(saidKeys.email)} AS email_key,
      ${Prisma.raw(saidKeys.gender)} AS gender_key
    FROM recording WHERE customer_id <> '' AND ${where}`;
}

/** Of a call that is somebody else's by now, only that it came. */
function changesSql(changes: CustomerChange[]): Prisma.Sql {
  const ids = changes.map(({ recordingId }) => recordingId);
  return Prisma.sql`
    SELECT change.customer_id, change.calls, id, created_at, is_correct, name_key, phone_key,
      email_key, gender_key
    FROM unnest(
      ${toList(changes.map(({ customerId }) => customerId))}::text[], ${toList(ids)}::text[],
      ${toList(changes.map(({ calls }) => calls))}::int[]
    ) AS change (customer_id, recording_id, calls)
    LEFT JOIN (${saidSql(Prisma.sql`id = ANY(${toList(ids)}::text[])`, 1)}) AS said
      ON said.id = change.recording_id AND said.customer_id = change.customer_id`;
}

/** The columns of what is kept of customers, from what calls say. */
function summarizeSql(said: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT customer_id, sum(calls)::int AS calls,
      coalesce(max(created_at), '-infinity') AS last_call_at,
      coalesce((array_agg(id ORDER BY created_at DESC, id DESC) FILTER (WHERE id IS NOT NULL))[1],
        '') AS last_call_id,
      min(name_key) AS name_key, min(phone_key) AS phone_key, min(email_key) AS email_key,
      min(gender_key) AS gender_key, bool_and(is_correct) AS is_phone_number_correct,
      (min(name_key) <> max(name_key) OR min(phone_key) <> max(phone_key)
        OR min(email_key) <> max(email_key) OR min(gender_key) <> max(gender_key)
        OR bool_and(is_correct) <> bool_or(is_correct)) IS TRUE AS is_contradictory
    FROM (${said}) AS said GROUP BY customer_id`;
}

/** What the calls of these customers say of them, and what is told of customers without calls. */
export function countCustomersSql(where: Prisma.Sql): Prisma.Sql {
  return summarizeSql(Prisma.sql`
    ${saidSql(where, 1)}
    UNION ALL
    SELECT customer_id, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM (SELECT id AS customer_id FROM customer) AS known WHERE ${where}`);
}

/**
 * Adds what calls say to what is kept of their customers. The keys are the least that were said: another
 * one contradicts. What is told twice is the same as once, but for the count.
 */
function addSql(said: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO customer_calls AS kept (customer_id, calls, last_call_at, last_call_id, name_key,
      phone_key, email_key, gender_key, is_phone_number_correct, is_contradictory)
    ${summarizeSql(said)}
    ON CONFLICT (customer_id) DO UPDATE SET
      calls = kept.calls + excluded.calls,
      last_call_at = greatest(kept.last_call_at, excluded.last_call_at),
      last_call_id = CASE WHEN (kept.last_call_at, kept.last_call_id)
                               > (excluded.last_call_at, excluded.last_call_id)
                          THEN kept.last_call_id ELSE excluded.last_call_id END,
      name_key = least(kept.name_key, excluded.name_key),
      phone_key = least(kept.phone_key, excluded.phone_key),
      email_key = least(kept.email_key, excluded.email_key),
      gender_key = least(kept.gender_key, excluded.gender_key),
      is_phone_number_correct =
        least(kept.is_phone_number_correct, excluded.is_phone_number_correct),
      is_contradictory = kept.is_contradictory OR excluded.is_contradictory
        OR (kept.name_key <> excluded.name_key OR kept.phone_key <> excluded.phone_key
          OR kept.email_key <> excluded.email_key OR kept.gender_key <> excluded.gender_key
          OR kept.is_phone_number_correct <> excluded.is_phone_number_correct) IS TRUE`;
}

/**
 * A number for what calls say of a customer, in SQL: what is equal says the same, however it is written;
 * null says nothing. One expression, and most texts are ASCII.
 */
function saidKeySql(said: string): string {
  return `('x' || left(md5(nullif(CASE WHEN octet_length(${said}) = length(${said})
      THEN lower(translate(${said}, E' \\t\\r\\n\\f\\v', ''))
      ELSE lower(regexp_replace(normalize(${said}, NFKD), '[\\u0300-\\u036f\\s]+', '', 'g'))
    END, '')), 16))::bit(64)::bigint`;
}
