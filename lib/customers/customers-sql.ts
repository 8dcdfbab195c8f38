import "server-only";
import {
  buildKeyset,
  buildOrder,
  cutSql,
  mostCharacters,
  type OrderSql,
  toInstantSql,
} from "@/lib/list/list-sql";
import { db, queryWith } from "@/lib/platform/database/db";
import { toDigits, toPhoneEnd } from "@/lib/recordings/record/search-text";
import { buildSearch } from "@/lib/recordings/sql/where";
import { Prisma } from "@/prisma/client/client";
import {
  type CustomerDetailView,
  type CustomerFilter,
  type CustomerPage,
  type CustomerQuery,
  type CustomerRowView,
  type CustomerSort,
  type FoundCustomerView,
  neverKey,
  parseCustomerCursor,
} from "./views";

/** The people of a page, and one more where there are more; backward ones in the order from its end. */
export function listRows({ filter, page }: CustomerQuery): Promise<ListedRow[]> {
  return db().$queryRaw<ListedRow[]>`
    SELECT ${personColumns}, calls, type, is_confirmed AS "isConfirmed",
      customer.is_phone_number_correct AS "isPhoneNumberCorrect",
      is_contradictory AS "isContradictory", last_call_id AS "lastCallId", sort_name AS "sortName",
      CASE WHEN isfinite(last_call_at)
        THEN (extract(epoch FROM last_call_at) * 1000000)::bigint END AS "lastCallMicros"
    FROM ${people}
    WHERE ${buildCustomerWhere(filter)} AND ${buildPlace(page)}
    ORDER BY ${buildOrder(orderOf(page.sort), page.sort, { isReversed: page.before !== null })}
    LIMIT ${page.limit + 1}`;
}

/** The people of a filter with the newest calls. Throws once nobody waits any longer. */
export function listNewestRows(
  filter: CustomerFilter,
  limit: number,
  signal: AbortSignal,
): Promise<FoundCustomerView[]> {
  return queryWith<FoundCustomerView>(
    Prisma.sql`
      SELECT ${personColumns}, calls FROM ${people} WHERE ${buildCustomerWhere(filter)}
      ORDER BY last_call_at DESC, customer_id DESC LIMIT ${limit}`,
    { signal },
  );
}

/** With a name that may have spaces around it. */
const personColumns = Prisma.sql`
  customer.id, ${cutSql("first_name", mostCharacters.name)} || ' ' ||
    ${cutSql("last_name", mostCharacters.name)} AS name,
  phone_number AS "phoneNumber", ${cutSql("email", mostCharacters.address)} AS email`;

const people = Prisma.sql`customer_calls JOIN customer ON customer.id = customer_id`;

/** How many people a filter matches, counted no further than to `most`. */
export async function countRows(filter: CustomerFilter, most: number): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM ${people} WHERE ${buildCustomerWhere(filter)} LIMIT ${most}
    ) AS matching`;
  return row?.count ?? 0;
}

export type ListedRow = Omit<CustomerRowView, "lastCall"> & {
  sortName: string;
  lastCallId: string;
  lastCallMicros: bigint | null;
};

/** The id is the one of the table whose index has the key. */
function orderOf(sort: CustomerSort): OrderSql {
  if (sort.endsWith("name")) return { key: Prisma.sql`sort_name`, id: Prisma.sql`id` };
  const key = sort.endsWith("calls") ? Prisma.sql`calls` : Prisma.sql`last_call_at`;
  return { key, id: Prisma.sql`customer_id` };
}

function buildPlace(page: CustomerPage): Prisma.Sql {
  const cursor = parseCustomerCursor(page.after ?? page.before ?? "", page.sort);
  if (!cursor) return Prisma.sql`true`;
  const place = { key: toKey(cursor.key, page.sort), id: cursor.id };
  return buildKeyset(orderOf(page.sort), page, place);
}

function toKey(key: string, sort: CustomerSort): Prisma.Sql {
  if (sort.endsWith("name")) return Prisma.sql`${key}`;
  if (sort.endsWith("calls")) return Prisma.sql`${key}::int`;
  if (key === neverKey) return Prisma.sql`'-infinity'::timestamptz`;
  return toInstantSql(key);
}

/** The one translation of a filter of people into SQL, over `customer` and `customer_calls`. */
function buildCustomerWhere(filter: CustomerFilter): Prisma.Sql {
  const conditions = [
    ...buildTypes(filter.types),
    ...buildFlag(Prisma.sql`is_confirmed`, filter.confirmed),
    ...buildFlag(Prisma.sql`customer.is_phone_number_correct`, filter.phoneOk),
    ...buildFlag(Prisma.sql`is_contradictory`, filter.contradictions),
    ...buildSearch(filter.q, { hasSigns: false, said: null }),
  ];
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`true`;
}

function buildTypes(types: (string | null)[]): Prisma.Sql[] {
  if (types.length === 0) return [];
  const isAny = Prisma.sql`type = ANY(${types.filter((type) => type !== null)})`;
  return [types.includes(null) ? Prisma.sql`(${isAny} OR type IS NULL)` : isAny];
}

function buildFlag(column: Prisma.Sql, value: boolean | null): Prisma.Sql[] {
  return value === null ? [] : [Prisma.sql`${column} = ${value}`];
}

/** As far as a page can show it; undefined: there is none of this id. */
export async function findCustomerRow(id: string): Promise<CustomerRow | undefined> {
  const { name, address } = mostCharacters;
  const [row] = await db().$queryRaw<CustomerRow[]>`
    SELECT id, ${cutSql("first_name", name)} AS "firstName",
      ${cutSql("last_name", name)} AS "lastName", phone_number AS "phoneNumber", gender,
      ${cutSql("email", address)} AS email, type, is_confirmed AS "isConfirmed",
      customer.is_phone_number_correct AS "isPhoneNumberCorrect", first_seen_at AS "firstSeenAt",
      changed_at AS "changedAt", coalesce(is_contradictory, false) AS "isContradictory",
      coalesce(calls, 0) AS calls, nullif(last_call_at, '-infinity') AS "lastCallAt",
      accepted_seq AS "acceptedSeq"
    FROM customer LEFT JOIN customer_calls ON customer_calls.customer_id = id WHERE id = ${id}`;
  return row;
}

type CustomerRow = Omit<
  CustomerDetailView,
  "extra" | "deliveryId" | "lastCallAt" | "firstSeenAt" | "changedAt"
> & { lastCallAt: Date | null; firstSeenAt: Date; changedAt: Date; acceptedSeq: bigint };

/**
 * Others with a number of the same end, those with the most of it in common first. Those who have just
 * come are among them, before their calls are counted.
 */
export function listCandidates({
  id,
  phoneNumber,
}: CustomerDetailView): Promise<FoundCustomerView[]> {
  return db().$queryRaw`
    SELECT ${personColumns}, coalesce(calls, 0) AS calls
    FROM customer LEFT JOIN customer_calls ON customer_id = id
    WHERE phone_end = ${toPhoneEnd(phoneNumber)} AND id <> ${id}
    ORDER BY right(phone_digits, 10) = right(${toDigits(phoneNumber)}, 10) DESC, last_call_at DESC, id
    LIMIT ${maxCandidates}`;
}

const maxCandidates = 200;
