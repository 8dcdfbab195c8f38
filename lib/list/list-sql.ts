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
