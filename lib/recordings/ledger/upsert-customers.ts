import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { toCustomerSearchText, toDigits, toPhoneEnd, toSortName } from "../record/search-text";
import { noteCustomersAlone } from "../totals/note-changes";
import { isAfter } from "./versions/arrived-record";
import { type Mention, readNewestMentions } from "./versions/record-versions";

/**
 * Writes what the newest of these says of each customer, if it is newer than what is stored. Calls
 * whose customer can't be told name nobody.
 * @param noted customers of whom it was noted already that they have calls
 */
export async function upsertCustomers(
  client: Transaction,
  arrivals: Mention[],
  noted: ReadonlySet<string>,
): Promise<void> {
  const mentions = arrivals.filter(({ record }) => record.customerId !== "");
  if (mentions.length === 0) return;
  const written = await write(client, mentions, ifNewer);
  await noteCustomersAlone(
    client,
    [...written].filter((id) => !noted.has(id)),
  );
  await noteFirstMentions(
    client,
    mentions.filter(({ record }) => !written.has(record.customerId)),
  );
}

/** Makes customers what all that counts says of them; those that nothing names are gone. */
export async function rebuildCustomers(client: Transaction, customerIds: string[]): Promise<void> {
  const ids = [...new Set(customerIds)].filter(Boolean).sort();
  if (ids.length === 0) return;
  const mentions = await readNewestMentions(client, ids);
  await write(client, mentions, Prisma.empty);
  const named = new Set(mentions.map(({ record }) => record.customerId));
  const unnamed = ids.filter((id) => !named.has(id));
  await noteCustomersAlone(client, ids);
  if (unnamed.length === 0) return;
  await client.$executeRaw`DELETE FROM customer WHERE id = ANY(${unnamed})`;
}

/**
 * Late ones may still be the first. Each writes its row in any case, so that of two transactions that
 * don't see each other, one of which rebuilds the customer, one fails and is run again.
 */
async function noteFirstMentions(client: Transaction, mentions: Mention[]): Promise<void> {
  if (mentions.length === 0) return;
  const firstAts = findFirstAts(mentions);
  await client.$executeRaw`
    UPDATE customer SET first_seen_at = least(first_seen_at, mention.at)
    FROM unnest(${toList([...firstAts.keys()])}::text[], ${toList([...firstAts.values()].map((at) => at))}::timestamptz[]) AS mention (id, at)
    WHERE customer.id = mention.id`;
}

function findFirstAts(mentions: Mention[]): Map<string, Date> {
  const firstAts = new Map<string, Date>();
  for (const { record, acceptedAt } of mentions) {
    const known = firstAts.get(record.customerId);
    if (!known || acceptedAt < known) firstAts.set(record.customerId, acceptedAt);
  }
  return firstAts;
}

/** @returns the ids of those that were written */
async function write(
  client: Transaction,
  mentions: Mention[],
  condition: Prisma.Sql,
): Promise<Set<string>> {
  if (mentions.length === 0) return new Set();
  const firstAts = findFirstAts(mentions);
  const newest = new Map<string, Mention>();
  for (const mention of mentions) {
    const known = newest.get(mention.record.customerId);
    if (!known || isAfter(mention, known)) newest.set(mention.record.customerId, mention);
  }
  // One order for all writers, so that two of them never wait for each other in a ring.
  const items = [...newest.values()].sort((a, b) =>
    a.record.customerId < b.record.customerId ? -1 : 1,
  );
  const records = items.map(({ record }) => record);
  const rows = await client.$queryRaw<{ id: string }[]>`
    INSERT INTO customer (id, first_name, last_name, phone_number, gender, email, type, is_confirmed,
                          is_phone_number_correct, roster_attachment, extra, accepted_seq,
                          first_seen_at, changed_at, sort_name, search_text, phone_digits, phone_end,
                          accepted_position)
    SELECT id, first_name, last_name, phone_number, gender, email, type, is_confirmed,
           is_phone_number_correct, roster_attachment, coalesce(extra -> 'customer', '{}'),
           accepted_seq, first_at, accepted_at, sort_name, search_text, phone_digits, phone_end,
           position
    FROM unnest(
        ${toList(records.map((record) => record.customerId))}::text[],
        ${toList(records.map((record) => record.customerFirstName))}::text[],
        ${toList(records.map((record) => record.customerLastName))}::text[],
        ${toList(records.map((record) => record.customerPhoneNumber))}::text[],
        ${toList(records.map((record) => record.customerGender))}::text[],
        ${toList(records.map((record) => record.customerEmail))}::text[],
        ${toList(records.map((record) => record.customerType))}::text[],
        ${toList(records.map((record) => record.customerIsConfirmed))}::boolean[],
        ${toList(records.map((record) => record.customerIsPhoneNumberCorrect))}::boolean[],
        ${toList(records.map((record) => record.rosterAttachment))}::text[],
        ${toList(records.map((record) => record.extra))}::jsonb[],
        ${toList(items.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
        ${toList(items.map(({ acceptedAt }) => acceptedAt))}::timestamptz[],
        ${toList(records.map(toSortName))}::text[],
        ${toList(records.map(toCustomerSearchText))}::text[],
        ${toList(records.map((record) => toDigits(record.customerPhoneNumber)))}::text[],
        ${toList(records.map((record) => toPhoneEnd(record.customerPhoneNumber)))}::text[],
        ${toList(items.map(({ position }) => position))}::int[],
        ${toList(records.map(({ customerId }) => firstAts.get(customerId)))}::timestamptz[])
      AS arrived (id, first_name, last_name, phone_number, gender, email, type, is_confirmed,
                  is_phone_number_correct, roster_attachment, extra, accepted_seq, accepted_at,
                  sort_name, search_text, phone_digits, phone_end, position, first_at)
    ON CONFLICT (id) DO UPDATE SET
      first_name = excluded.first_name,
      last_name = excluded.last_name,
      phone_number = excluded.phone_number,
      gender = excluded.gender,
      email = excluded.email,
      type = excluded.type,
      is_confirmed = excluded.is_confirmed,
      is_phone_number_correct = excluded.is_phone_number_correct,
      roster_attachment = excluded.roster_attachment,
      extra = excluded.extra,
      accepted_seq = excluded.accepted_seq,
      accepted_position = excluded.accepted_position,
      first_seen_at = least(customer.first_seen_at, excluded.first_seen_at),
      changed_at = excluded.changed_at,
      sort_name = excluded.sort_name,
      search_text = excluded.search_text,
      phone_digits = excluded.phone_digits,
      phone_end = excluded.phone_end ${condition}
    RETURNING id`;
  return new Set(rows.map(({ id }) => id));
}

const ifNewer = Prisma.sql`
  WHERE (customer.accepted_seq, customer.accepted_position)
      < (excluded.accepted_seq, excluded.accepted_position)`;
