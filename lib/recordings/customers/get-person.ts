import "server-only";
import { db } from "@/lib/platform/db";
import { flattenExtra } from "../flatten-extra";
import type { PersonView } from "./views";

/** Everything that is known of one person; null when there is none of this id. */
export async function getPerson(id: string): Promise<PersonView | null> {
  if (id.includes("\0") || !id.isWellFormed()) return null;
  const [row] = await db().$queryRaw<PersonRow[]>`
    SELECT id, first_name, last_name, phone_number, gender, email, type, is_confirmed,
      customer.is_phone_number_correct, extra::text AS extra, first_seen_at, changed_at, calls, is_contradictory,
      nullif(last_call_at, '-infinity') AS last_call_at
    FROM customer JOIN customer_calls ON customer_id = id WHERE id = ${id}`;
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
    extra: flattenExtra(row.extra),
    isContradictory: row.is_contradictory,
    calls: row.calls,
    lastCallAt: row.last_call_at?.toISOString() ?? null,
    firstSeenAt: row.first_seen_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

type PersonRow = {
  id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  gender: string;
  email: string | null;
  type: string | null;
  is_confirmed: boolean;
  is_phone_number_correct: boolean;
  /** As text, because numbers may have more digits than JavaScript holds. */
  extra: string;
  first_seen_at: Date;
  changed_at: Date;
  is_contradictory: boolean;
  calls: number;
  last_call_at: Date | null;
};
