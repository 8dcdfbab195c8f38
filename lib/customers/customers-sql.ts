import "server-only";
import { cutSql, mostCharacters, toInstantSql } from "@/lib/list/list-sql";
import { db, queryWith } from "@/lib/platform/database/db";
import { buildSearch } from "@/lib/recordings/sql/where";
import { Prisma } from "@/prisma/client/client";
import {
  type CustomerFilter,
  type CustomerPage,
  type CustomerQuery,
  type CustomerSort,
  neverKey,
  parseCustomerCursor,
} from "./views";

/** The people of a page, and one more where there are more; backward ones in the order from its end. */
export function listRows({ filter, page }: CustomerQuery): Promise<ListedRow[]> {
  return db().$queryRaw<ListedRow[]>`
    SELECT customer.id, ${cutSql("first_name", mostCharacters.name)} AS first_name,
      ${cutSql("last_name", mostCharacters.name)} AS last_name, phone_number,
      ${cutSql("email", mostCharacters.address)} AS email, type, is_confirmed,
      customer.is_phone_number_correct, is_contradictory, calls, last_call_id, sort_name,
      CASE WHEN isfinite(last_call_at)
        THEN (extract(epoch FROM last_call_at) * 1000000)::bigint END AS last_call_micros
    FROM ${people}
    WHERE ${buildCustomerWhere(filter)} AND ${buildKeyset(page)}
    ORDER BY ${buildOrder(page.sort, page.before !== null)}
    LIMIT ${page.limit + 1}`;
}

/** The people of a filter with the newest calls. Throws once nobody waits any longer. */
export function listNewestRows(
  filter: CustomerFilter,
  limit: number,
  signal: AbortSignal,
): Promise<FoundRow[]> {
  return queryWith<FoundRow>(
    Prisma.sql`
      SELECT customer.id, ${cutSql("first_name", mostCharacters.name)} AS first_name,
        ${cutSql("last_name", mostCharacters.name)} AS last_name, phone_number,
        ${cutSql("email", mostCharacters.address)} AS email, calls
      FROM ${people} WHERE ${buildCustomerWhere(filter)}
      ORDER BY ${buildOrder("-last_call", false)} LIMIT ${limit}`,
    { signal },
  );
}

type FoundRow = Pick<
  ListedRow,
  "id" | "first_name" | "last_name" | "phone_number" | "email" | "calls"
>;

const people = Prisma.sql`customer_calls JOIN customer ON customer.id = customer_id`;

/** How many people a filter matches, counted no further than to `most`. */
export async function countRows(filter: CustomerFilter, most: number): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM ${people} WHERE ${buildCustomerWhere(filter)} LIMIT ${most}
    ) AS matching`;
  return row?.count ?? 0;
}

export type ListedRow = {
  id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  email: string | null;
  type: string | null;
  is_confirmed: boolean | null;
  is_phone_number_correct: boolean | null;
  is_contradictory: boolean;
  calls: number;
  sort_name: string;
  last_call_id: string;
  last_call_micros: bigint | null;
};

/** The id is the one of the table whose index has the key. */
const orders: Record<CustomerSort, { key: Prisma.Sql; id: Prisma.Sql; isDescending: boolean }> = {
  "-last_call": { ...byCall("last_call_at"), isDescending: true },
  last_call: { ...byCall("last_call_at"), isDescending: false },
  "-calls": { ...byCall("calls"), isDescending: true },
  calls: { ...byCall("calls"), isDescending: false },
  name: { key: Prisma.sql`sort_name`, id: Prisma.sql`id`, isDescending: false },
  "-name": { key: Prisma.sql`sort_name`, id: Prisma.sql`id`, isDescending: true },
};

function byCall(column: "last_call_at" | "calls") {
  return { key: Prisma.raw(column), id: Prisma.sql`customer_id` };
}

function buildOrder(sort: CustomerSort, isReversed: boolean): Prisma.Sql {
  const { key, id, isDescending } = orders[sort];
  const direction = isDescending !== isReversed ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.sql`${key} ${direction}, ${id} ${direction}`;
}

function buildKeyset({ sort, after, before }: CustomerPage): Prisma.Sql {
  const cursor = parseCustomerCursor(after ?? before ?? "", sort);
  if (!cursor) return Prisma.sql`true`;
  const { key, id, isDescending } = orders[sort];
  const comparison = isDescending === (after !== null) ? Prisma.sql`<` : Prisma.sql`>`;
  return Prisma.sql`(${key}, ${id}) ${comparison} (${toKey(cursor.key, sort)}, ${cursor.id})`;
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
