import "server-only";
import { cutSql, mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { foldText, toDigits, toPhoneEnd } from "@/lib/recordings/record/search-text";
import { isSameNumber } from "./is-same-number";
import type { MatchView, PersonView } from "./views";

/**
 * Others who may be the same person: those with the same phone number, however it is written; those
 * of the same name first. At most ten, found among 200 numbers of the same end.
 */
export async function findMatches(person: PersonView): Promise<MatchView[]> {
  const end = toPhoneEnd(person.phoneNumber);
  if (end.length < leastDigits) return [];
  const digits = toDigits(person.phoneNumber);
  const rows = await db().$queryRaw<CandidateRow[]>`
    SELECT id, ${cutSql("first_name", mostCharacters.name)} AS first_name,
      ${cutSql("last_name", mostCharacters.name)} AS last_name, phone_number,
      ${cutSql("email", mostCharacters.address)} AS email, calls
    FROM customer JOIN customer_calls ON customer_id = id
    WHERE phone_end = ${end} AND id <> ${person.id}
    ORDER BY right(phone_digits, 10) = right(${digits}, 10) DESC, last_call_at DESC, id
    LIMIT ${maxCandidates}`;
  const name = toComparedName(person.firstName, person.lastName);
  return rows
    .filter((row) => isSameNumber(person.phoneNumber, row.phone_number))
    .map((row) => ({
      id: row.id,
      name: `${row.first_name} ${row.last_name}`.trim(),
      phoneNumber: row.phone_number,
      email: row.email,
      calls: row.calls,
      isSameName: toComparedName(row.first_name, row.last_name) === name,
    }))
    .toSorted((one, other) => Number(other.isSameName) - Number(one.isSameName))
    .slice(0, maxMatches);
}

const leastDigits = 7;
const maxCandidates = 200;
const maxMatches = 10;

type CandidateRow = {
  id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  email: string | null;
  calls: number;
};

function toComparedName(firstName: string, lastName: string): string {
  return foldText(`${firstName}${lastName}`).replaceAll(/\s+/gu, "");
}
