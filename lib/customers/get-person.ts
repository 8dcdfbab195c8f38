import "server-only";
import { cutSql, mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { readExtra } from "@/lib/recordings/detail/read-extra";
import { Prisma } from "@/prisma/client/client";
import type { AttemptView, PersonView } from "./views";

/** What is known of one person, as far as a page can show it; null when there is none of this id. */
export async function getPerson(id: string): Promise<PersonView | null> {
  if (id.includes("\0") || !id.isWellFormed()) return null;
  const { name, address } = mostCharacters;
  const [[row], extra] = await Promise.all([
    db().$queryRaw<PersonRow[]>`
      SELECT id, ${cutSql("first_name", name)} AS first_name,
        ${cutSql("last_name", name)} AS last_name, phone_number, gender,
        ${cutSql("email", address)} AS email, type, is_confirmed, customer.is_phone_number_correct,
        first_seen_at, changed_at, coalesce(is_contradictory, false) AS is_contradictory,
        coalesce(calls, 0) + (
          SELECT coalesce(sum(calls), 0) FROM customer_calls_change WHERE customer_id = customer.id
        )::int AS calls,
        nullif(last_call_at, '-infinity') AS last_call_at,
        coalesce(
          (SELECT delivery_id::text FROM recording_delivery AS arrival
           WHERE arrival.customer_id = id AND arrival.accepted_seq = customer.accepted_seq LIMIT 1),
          (SELECT delivery_id::text FROM recording_version
           WHERE recording_version.customer_id = id AND first_seq = customer.accepted_seq LIMIT 1)
        ) AS delivery_id
      FROM customer LEFT JOIN customer_calls ON customer_calls.customer_id = id WHERE id = ${id}`,
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
    deliveryId: row.delivery_id,
    isContradictory: row.is_contradictory,
    calls: row.calls,
    lastCallAt: row.last_call_at?.toISOString() ?? null,
    firstSeenAt: row.first_seen_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
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
  delivery_id: string | null;
};
