import { Prisma } from "@/prisma/client/client";

/** The same values, but not those of an index, which would be read from one end to the other. */
export const unindexed = {
  created_at: Prisma.sql`(created_at + interval '0')`,
  minutes_used: Prisma.sql`coalesce(minutes_used + 0, '-2147483648'::int)`,
};
