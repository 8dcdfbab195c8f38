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
