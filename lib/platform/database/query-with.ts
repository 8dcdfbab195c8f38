import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Prisma } from "@/prisma/client/client";
import { backgroundPool, db, pageQueryMs } from "./db";

type QueryOptions = {
  /** Parameters of PostgreSQL that hold for this query alone. */
  settings?: Record<string, string>;
  /** Ends the query in the database, too: it throws then. */
  signal?: AbortSignal | undefined;
};

/** Runs one query under conditions of its own. */
export async function queryWith<Row>(
  query: Prisma.Sql,
  { settings = {}, signal }: QueryOptions,
): Promise<Row[]> {
  signal?.throwIfAborted();
  const name = `earshot ${randomUUID()}`;
  // The driver gives up by then; the database must not go on alone.
  const own = { application_name: name, statement_timeout: `${pageQueryMs}ms` };
  const set = Object.entries({ ...settings, ...own }).map(
    ([setting, value]) => Prisma.sql`set_config(${setting}, ${value}, true)`,
  );
  let isOver = false;
  const cancel = async () => {
    // It may not have begun yet, when it waits for a connection.
    while (!isOver) {
      // Those of the pages may all be taken.
      await backgroundPool().query(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
        [name],
      );
      await sleep(pauseMs);
    }
  };
  const onAbort = () => {
    // A query that can't be ended goes on to its own end.
    cancel().catch(() => undefined);
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const [, rows] = await db().$transaction([
      db().$queryRaw`SELECT ${Prisma.join(set)}`,
      db().$queryRaw<Row[]>(query),
    ]);
    return rows;
  } finally {
    isOver = true;
    signal?.removeEventListener("abort", onAbort);
  }
}

const pauseMs = 100;
