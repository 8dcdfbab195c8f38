import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { type ArrivedRecord, isAfter } from "../record/call-record";
import { toCustomerSearchText, toDigits, toPhoneEnd, toSortName } from "../record/search-text";
import { insertMissing, type RowOf, updateRows } from "./rows-sql";
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
  condition: string,
): Promise<Set<string>> {
  const firstAts = findFirstAts(mentions);
  const newest = new Map<string, Mention>();
  for (const mention of mentions) {
    const known = newest.get(mention.record.customerId);
    if (!known || isAfter(mention, known)) newest.set(mention.record.customerId, mention);
  }
  // One order for all writers, so that two of them never wait for each other in a ring.
  const rows = [...newest.values()]
    .sort((a, b) => (a.record.customerId < b.record.customerId ? -1 : 1))
    .map((mention) => toCustomerRow(mention, firstAts.get(mention.record.customerId)));
  // Most are there. One statement for both would lock each of their rows first, which the log tells, too.
  const known = await client.$queryRaw<{ id: string }[]>`
    SELECT id FROM customer WHERE id = ANY(${toList(rows.map(({ id }) => id))}::text[])`;
  const there = new Set(known.map(({ id }) => id));
  const former = rows.filter(({ id }) => there.has(id));
  const others = rows.filter(({ id }) => !there.has(id));
  const updated = await updateRows(client, "customer", former, { columns, combined, condition });
  return new Set([...updated, ...(await insertMissing(client, "customer", others, columns))]);
}

function toCustomerRow({ record, ...mention }: Mention, firstAt: Date | undefined): CustomerRow {
  return {
    id: record.customerId,
    first_name: record.customerFirstName,
    last_name: record.customerLastName,
    phone_number: record.customerPhoneNumber,
    gender: record.customerGender,
    email: record.customerEmail,
    type: record.customerType,
    is_confirmed: record.customerIsConfirmed,
    is_phone_number_correct: record.customerIsPhoneNumberCorrect,
    extra: record.extra,
    accepted_seq: mention.acceptedSeq,
    accepted_position: mention.position,
    first_seen_at: firstAt,
    changed_at: mention.acceptedAt,
    sort_name: toSortName(record),
    search_text: toCustomerSearchText(record),
    phone_digits: toDigits(record.customerPhoneNumber),
    phone_end: toPhoneEnd(record.customerPhoneNumber),
  };
}

type CustomerRow = RowOf<typeof columns>;

const columns = [
  ["id", "text"],
  ["first_name", "text"],
  ["last_name", "text"],
  ["phone_number", "text"],
  ["gender", "text"],
  ["email", "text"],
  ["type", "text"],
  ["is_confirmed", "boolean"],
  ["is_phone_number_correct", "boolean"],
  ["extra", "jsonb", "coalesce(given.extra -> 'customer', '{}')"],
  ["accepted_seq", "bigint"],
  ["accepted_position", "int"],
  ["first_seen_at", "timestamptz"],
  ["changed_at", "timestamptz"],
  ["sort_name", "text"],
  ["search_text", "text"],
  ["phone_digits", "text"],
  ["phone_end", "text"],
] as const;

const combined = { first_seen_at: "least(kept.first_seen_at, given.first_seen_at)" };

export const ifNewer =
  "(kept.accepted_seq, kept.accepted_position) < (given.accepted_seq, given.accepted_position)";

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
