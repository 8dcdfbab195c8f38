import "server-only";
import type { Pool } from "pg";
import { db } from "@/lib/platform/database/db";
import { type Database, prismaOn } from "@/lib/platform/database/transaction";

/** The database's own clock: what is removed is gone, so no clock of a server says when. */
export async function readDatabaseNow(client: Pick<Database, "$queryRaw"> = db()): Promise<Date> {
  const [row] = await client.$queryRaw<{ now: Date }[]>`SELECT now() AS now`;
  if (!row) throw new Error("the database told no time");
  return row.now;
}

/** How far this machine's clock is ahead of the database's, in milliseconds. */
export async function measureClockOffset(pool: Pool): Promise<number> {
  const askedMs = Date.now();
  const databaseNow = await readDatabaseNow(prismaOn(pool));
  return (askedMs + Date.now()) / 2 - databaseNow.getTime();
}
