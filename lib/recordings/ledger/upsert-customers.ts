import "server-only";
import type { PoolClient } from "pg";
import { toCustomerSearchText, toDigits, toPhoneEnd, toSortName } from "../search-text";
import type { ArrivedRecord } from "./arrived-record";
import { readNewestOfCustomers } from "./record-versions";

/** Writes what the newest of these records says of each customer, if it is newer than what is stored. */
export async function upsertCustomers(client: PoolClient, arrived: ArrivedRecord[]): Promise<void> {
  await write(client, arrived, `${statement} WHERE customer.accepted_seq < excluded.accepted_seq`);
}

/** Writes customers anew from all that was ever said of them. */
export async function rebuildCustomers(client: PoolClient, customerIds: string[]): Promise<void> {
  const ids = [...new Set(customerIds)];
  await write(client, await readNewestOfCustomers(client, ids), statement);
}

/** Forgets those of these customers that no content names. */
export async function dropUnnamedCustomers(
  client: PoolClient,
  customerIds: string[],
): Promise<void> {
  await client.query(
    `DELETE FROM customer WHERE id = ANY($1) AND NOT EXISTS (
       SELECT FROM recording_version WHERE recording_version.customer_id = customer.id)`,
    [customerIds],
  );
}

async function write(client: PoolClient, arrived: ArrivedRecord[], sql: string): Promise<void> {
  const newest = new Map<string, ArrivedRecord>();
  for (const item of arrived) {
    const known = newest.get(item.record.customerId);
    if (!known || known.acceptedSeq < item.acceptedSeq) newest.set(item.record.customerId, item);
  }
  // One order for all writers, so that two of them never wait for each other in a ring.
  const items = [...newest.values()].sort((a, b) =>
    a.record.customerId < b.record.customerId ? -1 : 1,
  );
  if (items.length === 0) return;
  const records = items.map(({ record }) => record);
  await client.query(sql, [
    records.map((record) => record.customerId),
    records.map((record) => record.customerFirstName),
    records.map((record) => record.customerLastName),
    records.map((record) => record.customerPhoneNumber),
    records.map((record) => record.customerGender),
    records.map((record) => record.customerEmail),
    records.map((record) => record.customerType),
    records.map((record) => record.customerIsConfirmed),
    records.map((record) => record.customerIsPhoneNumberCorrect),
    records.map((record) => record.rosterAttachment),
    records.map((record) => record.extra),
    items.map(({ acceptedSeq }) => acceptedSeq),
    items.map(({ acceptedAt }) => acceptedAt),
    records.map(toSortName),
    records.map(toCustomerSearchText),
    records.map((record) => toDigits(record.customerPhoneNumber)),
    records.map((record) => toPhoneEnd(record.customerPhoneNumber)),
  ]);
}

const statement = `
  INSERT INTO customer (id, first_name, last_name, phone_number, gender, email, type, is_confirmed,
                        is_phone_number_correct, roster_attachment, extra, accepted_seq,
                        first_seen_at, changed_at, sort_name, search_text, phone_digits, phone_end)
  SELECT id, first_name, last_name, phone_number, gender, email, type, is_confirmed,
         is_phone_number_correct, roster_attachment, coalesce(extra -> 'customer', '{}'),
         accepted_seq, accepted_at, accepted_at, sort_name, search_text, phone_digits, phone_end
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
              $8::boolean[], $9::boolean[], $10::text[], $11::jsonb[], $12::bigint[],
              $13::timestamptz[], $14::text[], $15::text[], $16::text[], $17::text[])
    AS arrived (id, first_name, last_name, phone_number, gender, email, type, is_confirmed,
                is_phone_number_correct, roster_attachment, extra, accepted_seq, accepted_at,
                sort_name, search_text, phone_digits, phone_end)
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
    first_seen_at = least(customer.first_seen_at, excluded.first_seen_at),
    changed_at = excluded.changed_at,
    sort_name = excluded.sort_name,
    search_text = excluded.search_text,
    phone_digits = excluded.phone_digits,
    phone_end = excluded.phone_end`;
