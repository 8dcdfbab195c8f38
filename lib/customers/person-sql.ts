import "server-only";
import { cutSql, mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { readPersonExtra } from "@/lib/recordings/detail/person-sql";
import { toDigits, toPhoneEnd } from "@/lib/recordings/record/search-text";
import type { AttemptView, PersonView } from "./views";

/** What is known of one person, as far as a page can show it; null when there is none of this id. */
export async function getPerson(id: string): Promise<PersonView | null> {
  if (id.includes("\0") || !id.isWellFormed()) return null;
  const { name, address } = mostCharacters;
  const [[row], newCalls, extra] = await Promise.all([
    db().$queryRaw<PersonRow[]>`
      SELECT id, ${cutSql("first_name", name)} AS first_name,
        ${cutSql("last_name", name)} AS last_name, phone_number, gender,
        ${cutSql("email", address)} AS email, type, is_confirmed, customer.is_phone_number_correct,
        first_seen_at, changed_at, coalesce(is_contradictory, false) AS is_contradictory,
        coalesce(calls, 0) AS calls, nullif(last_call_at, '-infinity') AS last_call_at, accepted_seq
      FROM customer LEFT JOIN customer_calls ON customer_calls.customer_id = id WHERE id = ${id}`,
    countNewCalls([id]),
    readPersonExtra(id),
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
    calls: row.calls + (newCalls.get(id) ?? 0),
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

/**
 * Others with a number of the same end, those with the most of it in common first. Those who have just
 * come are among them, before their calls are counted.
 */
export async function listCandidates({ id, phoneNumber }: PersonView): Promise<CandidateRow[]> {
  return db().$queryRaw<CandidateRow[]>`
    SELECT id, ${cutSql("first_name", mostCharacters.name)} AS first_name,
      ${cutSql("last_name", mostCharacters.name)} AS last_name, phone_number,
      ${cutSql("email", mostCharacters.address)} AS email, coalesce(calls, 0) AS calls
    FROM customer LEFT JOIN customer_calls ON customer_id = id
    WHERE phone_end = ${toPhoneEnd(phoneNumber)} AND id <> ${id}
    ORDER BY right(phone_digits, 10) = right(${toDigits(phoneNumber)}, 10) DESC, last_call_at DESC, id
    LIMIT ${maxCandidates}`;
}

const maxCandidates = 200;

/** By customer, the calls that came and aren't counted in their row yet. */
export async function countNewCalls(customerIds: string[]): Promise<Map<string, number>> {
  const changes = await db().customerCallsChange.groupBy({
    by: ["customerId"],
    where: { customerId: { in: customerIds } },
    _sum: { calls: true },
  });
  return new Map(changes.map(({ customerId, _sum }) => [customerId, _sum.calls ?? 0]));
}

type CandidateRow = {
  id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  email: string | null;
  calls: number;
};
