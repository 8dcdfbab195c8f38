import "server-only";
import { cutSql, mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { toDigits, toPhoneEnd } from "@/lib/recordings/record/search-text";
import type { CustomerDetailView } from "./views";

/** As far as a page can show it; undefined: there is none of this id. */
export async function findCustomerRow(id: string): Promise<CustomerRow | undefined> {
  const { name, address } = mostCharacters;
  const [row] = await db().$queryRaw<CustomerRow[]>`
    SELECT id, ${cutSql("first_name", name)} AS first_name,
      ${cutSql("last_name", name)} AS last_name, phone_number, gender,
      ${cutSql("email", address)} AS email, type, is_confirmed, customer.is_phone_number_correct,
      first_seen_at, changed_at, coalesce(is_contradictory, false) AS is_contradictory,
      coalesce(calls, 0) AS calls, nullif(last_call_at, '-infinity') AS last_call_at, accepted_seq
    FROM customer LEFT JOIN customer_calls ON customer_calls.customer_id = id WHERE id = ${id}`;
  return row;
}

type CustomerRow = {
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
export async function listCandidates({
  id,
  phoneNumber,
}: CustomerDetailView): Promise<CandidateRow[]> {
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

type CandidateRow = {
  id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  email: string | null;
  calls: number;
};
