import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { type ArrivedRecord, isAfter } from "../record/call-record";
import { toCustomerSearchText, toDigits, toPhoneEnd, toSortName } from "../record/search-text";
import { countsSql, readContents } from "./versions-sql";

/** A mention of a customer: what the newest arrival says that counts and names them. */
export type Mention = Pick<ArrivedRecord, "record" | "acceptedSeq" | "position" | "acceptedAt">;

/**
 * The newest of each of these customers. Arrivals that an older Earshot noted don't tell whom they
 * name; of those it is the first coming of the newest content.
 */
export async function readNewestMentions(
  client: Transaction,
  customerIds: string[],
): Promise<Mention[]> {
  const newest: MentionRow[] = [];
  for (let from = 0; from < customerIds.length; from += mostAsked) {
    const ids = customerIds.slice(from, from + mostAsked);
    const noted = await readOfEach(client, ids.map(newestNotedSql));
    const seqs = new Map(noted.map((row) => [row.customer_id, row.seq]));
    const older = await readOfEach(
      client,
      ids.map((id) => newestOlderSql(id, seqs.get(id) ?? -1n)),
    );
    newest.push(...new Map([...noted, ...older].map((row) => [row.customer_id, row])).values());
  }
  const contents = await readContents(
    client,
    newest.map(({ id, hash: contentHash }) => ({ id, contentHash })),
  );
  return newest.flatMap((row) => {
    const record = contents.get(row.hash);
    if (!record) return [];
    const { position, accepted_at: acceptedAt } = row;
    return [{ record, acceptedSeq: row.seq, position, acceptedAt }];
  });
}

/** Customers in one statement, which has a part for each: none reads more than a row. */
const mostAsked = 100;

function readOfEach(client: Transaction, parts: Prisma.Sql[]): Promise<MentionRow[]> {
  return client.$queryRaw<MentionRow[]>`${Prisma.join(parts, " UNION ALL ")}`;
}

function newestNotedSql(customerId: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT customer_id, recording_id AS id, accepted_seq AS seq, position, accepted_at,
      encode(content_hash, 'hex') AS hash
    FROM recording_delivery WHERE customer_id = ${customerId} AND ${Prisma.raw(countsSql)}
    ORDER BY accepted_seq DESC, position DESC LIMIT 1)`;
}

function newestOlderSql(customerId: string, after: bigint): Prisma.Sql {
  return Prisma.sql`(
    SELECT customer_id, recording_id AS id, first_seq AS seq, 0 AS position, accepted_at,
      encode(content_hash, 'hex') AS hash
    FROM recording_version AS version WHERE customer_id = ${customerId} AND first_seq > ${after}
      AND NOT EXISTS (SELECT FROM recording_delivery AS arrival
                      WHERE arrival.recording_id = version.recording_id
                        AND arrival.accepted_seq = version.first_seq AND is_retry IS NOT NULL)
    ORDER BY first_seq DESC, content_hash DESC LIMIT 1)`;
}

type MentionRow = {
  customer_id: string;
  id: string;
  seq: bigint;
  position: number;
  accepted_at: Date;
  hash: string;
};

/**
 * Late ones may still be the first. Each writes its row in any case, so that of two transactions that
 * don't see each other, one of which rebuilds the customer, one fails and is run again.
 */
export async function noteFirstMentions(client: Transaction, mentions: Mention[]): Promise<void> {
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
export async function writeCustomers(
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
                          is_phone_number_correct, extra, accepted_seq, first_seen_at,
                          changed_at, sort_name, search_text, phone_digits, phone_end,
                          accepted_position)
    SELECT id, first_name, last_name, phone_number, gender, email, type, is_confirmed,
           is_phone_number_correct, coalesce(extra -> 'customer', '{}'), accepted_seq, first_at,
           accepted_at, sort_name, search_text, phone_digits, phone_end,
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
                  is_phone_number_correct, extra, accepted_seq, accepted_at, sort_name,
                  search_text, phone_digits, phone_end, position, first_at)
    ON CONFLICT (id) DO UPDATE SET
      first_name = excluded.first_name,
      last_name = excluded.last_name,
      phone_number = excluded.phone_number,
      gender = excluded.gender,
      email = excluded.email,
      type = excluded.type,
      is_confirmed = excluded.is_confirmed,
      is_phone_number_correct = excluded.is_phone_number_correct,
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

export const ifNewer = Prisma.sql`
  WHERE (customer.accepted_seq, customer.accepted_position)
      < (excluded.accepted_seq, excluded.accepted_position)`;

export async function deleteCustomers(client: Transaction, ids: string[]): Promise<void> {
  await client.$executeRaw`DELETE FROM customer WHERE id = ANY(${ids})`;
}

/** Whom anything that came for these recordings names. */
export async function readNamedCustomers(client: Transaction, ids: string[]): Promise<string[]> {
  const named = await client.$queryRaw<{ customer_id: string }[]>`
    SELECT customer_id FROM recording WHERE id = ANY(${toList(ids)}::text[])
    UNION SELECT customer_id FROM recording_version WHERE recording_id = ANY(${toList(ids)}::text[])
    UNION SELECT customer_id FROM recording_delivery
      WHERE recording_id = ANY(${toList(ids)}::text[]) AND customer_id IS NOT NULL`;
  return named.map(({ customer_id }) => customer_id);
}
