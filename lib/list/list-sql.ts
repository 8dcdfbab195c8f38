import { Prisma } from "@/prisma/client/client";

/** A text column as far as a page shows it: what is longer ends in "…", and is not sent on. */
export function cutSql(column: string, mostCharacters: number): Prisma.Sql {
  const text = Prisma.raw(column);
  // The size in bytes is known without reading a long text.
  return Prisma.sql`CASE WHEN octet_length(${text}) <= ${mostCharacters}::int THEN ${text}
    WHEN char_length(${text}) <= ${mostCharacters}::int THEN ${text}
    ELSE left(${text}, ${mostCharacters}::int) || '…' END`;
}

/** So much of a name is shown, of an address or an id, and of anything else. */
export const mostCharacters = { name: 200, address: 320, text: 1_000 };

/**
 * The instant that a cursor's key stands for. By hours and what is left of one, both of which the
 * factor of an interval holds exactly: it is a double, in which microseconds of far years are lost.
 */
export function toInstantSql(key: string): Prisma.Sql {
  const micros = BigInt(key);
  return Prisma.sql`('epoch'::timestamptz
    + ${micros / hourMicros}::bigint * interval '1 hour'
    + ${micros % hourMicros}::bigint * interval '1 microsecond')`;
}

const hourMicros = 3_600_000_000n;

/** What a list is ordered by; the id decides between equals. */
export type OrderSql = { key: Prisma.Sql; id: Prisma.Sql };

/** The order of a list, or its reverse. @param sort with a minus in front it descends */
export function buildOrder(
  { key, id }: OrderSql,
  sort: string,
  { isReversed }: { isReversed: boolean },
): Prisma.Sql {
  const direction = sort.startsWith("-") !== isReversed ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.sql`${key} ${direction}, ${id} ${direction}`;
}

/** What lies behind a place in that order, where a page comes `after` it, or else before. */
export function buildKeyset(
  { key, id }: OrderSql,
  { sort, after }: { sort: string; after: string | null },
  place: { key: Prisma.Sql; id: string },
): Prisma.Sql {
  const comparison = sort.startsWith("-") === (after !== null) ? Prisma.sql`<` : Prisma.sql`>`;
  return Prisma.sql`(${key}, ${id}) ${comparison} (${place.key}, ${place.id})`;
}
