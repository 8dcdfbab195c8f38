import "server-only";
import { mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { saidKeys } from "@/lib/recordings/totals/customer-calls";
import { Prisma } from "@/prisma/client/client";
import type { ContradictionField, ContradictionView, SaidValueView } from "./views";

/**
 * What calls of one person disagree about, among the newest 3,000. Spellings of one name, one
 * number, one address are no disagreement. Whether a number is correct is asked of the number that
 * the newest call has.
 */
export async function findContradictions(customerId: string): Promise<ContradictionView[]> {
  const rows = await db().$queryRaw<SaidRow[]>`
    WITH call AS MATERIALIZED (
      SELECT id, created_at, customer_first_name, customer_last_name, customer_phone_number,
        customer_email, customer_gender, customer_is_phone_number_correct AS is_correct,
        ${Prisma.raw(saidKeys.phone)} AS phone_key,
        first_value(${Prisma.raw(saidKeys.phone)}) OVER (ORDER BY created_at DESC, id DESC)
          AS newest_phone_key
      FROM recording WHERE customer_id = ${customerId}
      ORDER BY created_at DESC, id DESC LIMIT ${maxCalls}
    ), said AS (
      SELECT one.*, id, created_at FROM call CROSS JOIN LATERAL (VALUES
        ('name', ${Prisma.raw(saidKeys.name)},
          trim(customer_first_name || ' ' || customer_last_name)),
        ('phoneNumber', phone_key, customer_phone_number),
        ('email', ${Prisma.raw(saidKeys.email)}, customer_email),
        ('gender', ${Prisma.raw(saidKeys.gender)}, customer_gender),
        ('phoneNumberCorrect',
          CASE WHEN (phone_key = newest_phone_key) IS NOT FALSE THEN is_correct::int::bigint END,
          CASE WHEN is_correct THEN 'Yes' ELSE 'No' END)
      ) AS one (field, key, value) WHERE key IS NOT NULL
    ), value AS (
      SELECT field, count(*)::int AS calls,
        (array_agg(value ORDER BY created_at DESC, id DESC))[1] AS value,
        (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS last_id,
        (array_agg(id ORDER BY created_at, id))[1] AS first_id,
        max(created_at) AS last_at, min(created_at) AS first_at
      FROM said GROUP BY field, key
    ), ranked AS (
      SELECT *, count(*) OVER (PARTITION BY field)::int AS values,
        row_number() OVER (PARTITION BY field ORDER BY last_at DESC, last_id DESC) AS rank
      FROM value
    )
    SELECT field, left(value, ${mostCharacters.name}::int) AS value, calls, first_id, first_at,
      last_id, last_at, values
    FROM ranked WHERE values > 1 AND rank <= ${maxValues} ORDER BY field, rank`;
  return fieldsInOrder.flatMap((field) => {
    const own = rows.filter((row) => row.field === field);
    const [newest] = own;
    return newest ? [{ field, values: own.map(toView), more: newest.values - own.length }] : [];
  });
}

const maxCalls = 3_000;
const maxValues = 10;
const fieldsInOrder: ContradictionField[] = [
  "name",
  "phoneNumber",
  "phoneNumberCorrect",
  "email",
  "gender",
];

type SaidRow = {
  field: ContradictionField;
  value: string;
  calls: number;
  first_id: string;
  first_at: Date;
  last_id: string;
  last_at: Date;
  values: number;
};

function toView(row: SaidRow): SaidValueView {
  return {
    value: row.value,
    calls: row.calls,
    first: { id: row.first_id, createdAt: row.first_at.toISOString() },
    last: { id: row.last_id, createdAt: row.last_at.toISOString() },
  };
}
