import { buildSearch } from "@/lib/recordings/sql/build-search";
import { Prisma } from "@/prisma/client/client";
import type { CustomerFilter } from "./customer-filter";

/** The one translation of a filter of people into SQL, over `customer` and `customer_calls`. */
export function buildCustomerWhere(filter: CustomerFilter): Prisma.Sql {
  const conditions = [
    ...buildTypes(filter.types),
    ...buildFlag(Prisma.sql`is_confirmed`, filter.confirmed),
    ...buildFlag(Prisma.sql`customer.is_phone_number_correct`, filter.phoneOk),
    ...buildFlag(Prisma.sql`is_contradictory`, filter.contradictions),
    ...buildSearch(filter.q, { hasSigns: false }),
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
