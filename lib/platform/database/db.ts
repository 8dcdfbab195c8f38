import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Prisma, type PrismaClient } from "@/prisma/client/client";
import { isInBackground } from "../process/background";
import { processWide } from "../process/process-wide";
import { budgets } from "../settings/budgets";
import { env } from "../settings/env";
import { type Database, inTransaction, prismaOn, type Transaction } from "./transaction";

type PoolName = "pages" | "loops" | "intake" | "background" | "export" | "sessions";

/** What this process has open; closed, it is opened anew at the next use. */
const own = processWide("earshotDatabase", () => ({ pools: new Map<PoolName, pg.Pool>() }));

/**
 * The database: for pages and actions on connections of their own, for loops on others, so that no
 * person waits for what nobody waits for. Queries throw when it is away; nobody catches here.
 */
export function db(): PrismaClient {
  return prismaOn(ownPool());
}

/**
 * A transaction on `db()`, for writes that belong together. Each statement sees what is committed by then,
 * also by whoever held the lock that it waited for. As `inTransaction`, it may run `work` again.
 * @param mostIdle how long `work` may ask nothing
 */
export function transact<T>(
  work: (transaction: Transaction) => Promise<T>,
  mostIdle: "10s" | "1min" = "10s",
): Promise<T> {
  return inTransaction(ownPool(), work, "READ COMMITTED", mostIdle);
}

function ownPool(): pg.Pool {
  return isInBackground() ? loopPool() : pagePool();
}

/** Connections for what people wait for. */
export function pagePool(): pg.Pool {
  // A server that stands still breaks no connection; without this a page would wait for ever.
  return pool("pages", 10, { query_timeout: budgets.statements.pageMs });
}

/** Connections for what loops ask and write, each in a moment. */
function loopPool(): pg.Pool {
  return pool("loops", 6, { query_timeout: budgets.statements.pageMs });
}

/** Connections of the intake alone, so that slow pages can never starve it. */
export function intakePool(): pg.Pool {
  return pool("intake", 4, { query_timeout: budgets.statements.intakeMs });
}

/** Two connections for long work that can wait, so that it takes none from the intake, pages or loops. */
export function backgroundPool(): pg.Pool {
  return pool("background", 2);
}

/**
 * Connections for results of any size, which may take as long as their readers take: where the driver can't
 * tell a slow reader from a silent database, the database ends what takes longer than anything does.
 */
export function exportPool(): pg.Pool {
  return pool("export", 6, { query_timeout: 0, statement_timeout: budgets.statements.exportMs });
}

/** One connection that looks whether sessions go on, which must not wait for slow pages. */
export function sessionPool(): pg.Pool {
  return pool("sessions", 1, { query_timeout: budgets.statements.sessionMs });
}

/** A connection of its own that is told what is notified on a channel, until it breaks or is ended. */
export async function listenTo(
  channel: string,
  onPayload: (payload: string) => void,
): Promise<{ isBroken: () => boolean; end: () => Promise<void> }> {
  const client = new pg.Client({ ...connection(), application_name: "earshot live" });
  let isBroken = false;
  for (const sign of ["error", "end"] as const) {
    client.on(sign, () => {
      isBroken = true;
    });
  }
  client.on("notification", ({ payload }) => onPayload(payload ?? ""));
  const end = () =>
    Promise.race([
      client.end().catch(() => undefined),
      sleep(goodbyeMs, undefined, { ref: false }),
    ]);
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    end();
    throw error;
  }
  return { isBroken: () => isBroken, end };
}

/** Tells whoever listens to a channel, once this transaction is committed. */
export async function notify(client: Database, channel: string, payload: string): Promise<void> {
  await client.$executeRaw`SELECT pg_notify(${channel}, ${payload})`;
}

/** Says goodbye to the database, but waits for it no longer than a moment: it may be away. */
export async function closeDatabase(): Promise<void> {
  const { pools } = own();
  const closed = Promise.all([...pools.values()].map((one) => one.end()));
  await Promise.race([closed, sleep(goodbyeMs, undefined, { ref: false })]);
  pools.clear();
}

const goodbyeMs = 2_000;

function pool(name: PoolName, max: number, options: pg.PoolConfig = {}): pg.Pool {
  const { pools } = own();
  const opened = pools.get(name);
  if (opened) return opened;
  const made = new pg.Pool(
    withStatementTimeout({
      ...connection(),
      ...options,
      max,
      application_name: `earshot ${name}`,
    }),
  );
  // A connection that breaks is replaced at the next use. Without listeners it ends the process: the
  // pool's for one that is idle, its own for one that is taken and between two queries.
  made.on("error", () => undefined);
  made.on("connect", (client) => client.on("error", () => undefined));
  pools.set(name, made);
  return made;
}

/**
 * Lets the database end a statement a little before the driver gives it up, so that it never goes on
 * alone. Where the start found that the database, or a pooler in front of it, takes this of a connection.
 */
function withStatementTimeout({ statement_timeout: ownMs, ...config }: pg.PoolConfig) {
  const longestMs = ownMs || Math.ceil((config.query_timeout ?? 0) * 0.95);
  if (!longestMs || process.env.EARSHOT_STATEMENT_TIMEOUT !== "1") return config;
  return { ...config, statement_timeout: longestMs };
}

function connection() {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set; start Earshot with `npm start`");
  return {
    connectionString: url.reveal(),
    connectionTimeoutMillis: 5_000,
    // A database that accepts and never answers is as good as away.
    query_timeout: budgets.statements.otherMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Prisma takes every instant that a session writes for one of UTC, in ISO's form. Compiling a statement
    // takes longer than nearly all of ours, whatever they are expected to cost.
    onConnect: async (client: pg.ClientBase) => {
      await client.query("SET TimeZone TO 'UTC'; SET DateStyle TO 'ISO, MDY'; SET jit TO off");
    },
  };
}

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
  const own = { application_name: name, statement_timeout: `${budgets.statements.pageMs}ms` };
  const set = Object.entries({ ...settings, ...own }).map(
    ([setting, value]) => Prisma.sql`set_config(${setting}, ${value}, true)`,
  );
  let isOver = false;
  const cancel = async () => {
    // It may not have begun yet, when it waits for a connection.
    while (!isOver) {
      // Those of the pages may all be taken. By the driver, since a crowd that leaves cancels at once.
      await loopPool().query(
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
