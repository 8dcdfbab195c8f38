import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  type Client,
  type CustomTypesConfig,
  type Pool,
  type QueryConfig,
  type QueryResult,
  types,
} from "pg";
import { Prisma, PrismaClient } from "@/prisma/client/client";
import { DatabaseFault, isConflict, isDuplicateKey, sqlStateOf, timeoutOf } from "../faults";
import { CopyQuery, toHex } from "./copy-query";
import { noteOutage } from "./outage-answer";

type MostIdle = "10s" | "1min" | "unlimited";

/** A database as queries need it: a transaction, or a client without one. */
export type Database = Prisma.TransactionClient & { $connect?: unknown };

/**
 * A transaction that is open. What must be whole with its caller's other work takes this one, and can't be
 * given a client without one.
 */
export type Transaction = Database & { $connect?: never };

const clients = new WeakMap<Pool, PrismaClient>();

/**
 * Prisma on the connections of this pool. Its errors are the driver's: `sqlStateOf` knows them.
 */
export function prismaOn(pool: Pool): PrismaClient {
  let client = clients.get(pool);
  if (!client) {
    // The pool and the database say how long something may take, each transaction in its settings.
    const transactionOptions = { maxWait: dayMs, timeout: dayMs };
    client = new PrismaClient({ adapter: new PoolAdapter(pool), transactionOptions });
    clients.set(pool, client);
  }
  return client;
}

/**
 * Runs `work` on one snapshot and commits, durably; at READ COMMITTED, each statement sees the latest.
 * Serialization failures and deadlocks are tried again, up to ten times, so `work` must have no
 * effect outside the database. @param mostIdle how long it may ask nothing before the database ends it
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<T>,
  isolation: "REPEATABLE READ" | "REPEATABLE READ READ ONLY" | "READ COMMITTED" = "REPEATABLE READ",
  mostIdle: MostIdle = "10s",
): Promise<T> {
  const limits = limitsOf(pool, mostIdle);
  const settings = `SET TRANSACTION ISOLATION LEVEL ${isolation}; ${limits}; ${commitDurably}`;
  for (let attempt = 1; ; attempt++) {
    const beganMs = performance.now();
    try {
      return await prismaOn(pool).$transaction(async (transaction) => {
        const name = `${nameMark}${transactions++}`;
        await transaction.$executeRaw(Prisma.raw(`${settings} ${name}`));
        const connection = named.get(name);
        named.delete(name);
        if (connection) connections.set(transaction, connection);
        return work(transaction);
      });
    } catch (error) {
      if (timeoutOf(error) === "lock") await endLostCopies(pool).catch(() => undefined);
      if (!isConflict(error)) throw error;
      // A race that is lost every time is none.
      if (attempt === maxAttempts) throw error instanceof LostRace ? error.cause : error;
      // On a slow machine too, those that met keep out of each other's way.
      const tookMs = Math.min(Math.max(performance.now() - beganMs, 20), 200);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * tookMs * attempt));
    }
  }
}

/**
 * The same transaction, whose raw SQL goes to its connection past Prisma and gives the same rows. For
 * the store of the drain alone, which makes twenty statements of a batch: through Prisma, with its
 * copies of all that is given, these cost a tenth of the drain's rate.
 */
export function pastPrisma(transaction: Transaction): Transaction {
  const connection = connections.get(transaction);
  if (!connection) return transaction;
  const past = withRawSql(transaction, async (statement) => {
    try {
      return await connection.query(statement);
    } catch (error) {
      leaveIfBroken(connection, error);
      throw error;
    }
  });
  connections.set(past, connection);
  return past;
}

/**
 * Adds rows to a table by COPY, which costs less time and less of the log than an INSERT of lists.
 * Each row has the same columns. Whoever has just added a row of the same key has won a race: the
 * transaction fails (40001), and is run again; where the key is still there each time, that is the error.
 */
export async function copyRows(
  transaction: Transaction,
  table: string,
  rows: readonly Record<string, Given>[],
): Promise<void> {
  if (rows.length === 0) return;
  const connection = connectionOf(transaction);
  try {
    await new Promise<void>((resolve, reject) => {
      const done = (error: Error | null | undefined) => (error ? reject(error) : resolve());
      connection.query(new CopyQuery(table, rows, done));
    });
  } catch (error) {
    leaveIfBroken(connection, error);
    throw isDuplicateKey(error) ? new LostRace(error) : error;
  }
}

class LostRace extends Error {
  readonly code = "40001";

  constructor(cause: unknown) {
    super("a row of the same key has just been added", { cause });
  }
}

/**
 * Gives `work` the connection of a transaction, for COPY, which Prisma doesn't know. After a failure
 * the connection is over: a copy that was cut off can't be told to any more.
 */
export async function onConnection<T>(
  transaction: Transaction,
  work: (connection: Client) => Promise<T>,
): Promise<T> {
  const connection = connectionOf(transaction);
  try {
    return await work(connection);
  } catch (error) {
    connection.end().catch(() => undefined);
    throw error;
  }
}

/** Prisma on this pool, whose raw SQL goes past it likewise: for bytes, which Prisma would carry as digits. */
export function pastPrismaOn(pool: Pool): Database {
  return withRawSql(prismaOn(pool), (statement) => pool.query(statement));
}

function withRawSql<Given extends Database>(
  client: Given,
  query: (statement: QueryConfig) => Promise<QueryResult>,
): Given {
  const run = (first: TemplateStringsArray | Prisma.Sql, ...given: unknown[]) => {
    const { text, values } = first instanceof Prisma.Sql ? first : Prisma.sql(first, ...given);
    return query({ text, values, types: asPrismaReads });
  };
  const raw: Record<string | symbol, unknown> = {
    $queryRaw: async (...given: Parameters<typeof run>) => (await run(...given)).rows,
    $executeRaw: async (...given: Parameters<typeof run>) => (await run(...given)).rowCount ?? 0,
  };
  return new Proxy(client, { get: (target, name) => raw[name] ?? Reflect.get(target, name) });
}

const asPrismaReads: CustomTypesConfig = {
  getTypeParser: (type, format) => {
    const read = types.getTypeParser(type, format);
    if (type === types.builtins.INT8) return BigInt;
    if (type === types.builtins.DATE) return (day: string) => new Date(`${day}T00:00:00Z`);
    return Number(type) === bigintList ? (list: string) => read(list).map(toBigInt) : read;
  },
};
const bigintList = 1_016;
const toBigInt = (one: string | null) => (one === null ? null : BigInt(one));

function connectionOf(transaction: Transaction): Client {
  const connection = connections.get(transaction);
  if (!connection) throw new Error("this transaction has no connection of its own");
  return connection;
}

const connections = new WeakMap<Transaction, Client>();
/** Prisma doesn't tell a transaction's connection: its first statement ends with a name, which finds it. */
const named = new Map<string, Client>();
const nameMark = "-- transaction ";
let transactions = 0;

/** What may be given to the database for a column. */
export type Given = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

/**
 * A list for raw SQL, as the database writes one, to be cast: `${toList(ids)}::text[]`. Prisma takes
 * all of a list for what the first is, and looks at each of them.
 */
export function toList(values: readonly Given[]): string {
  return `{${values.map(toElement).join()}}`;
}

function toElement(value: Given): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "string") {
    return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : `"${value}"`;
  }
  if (value instanceof Date) return `"${value.toISOString()}"`;
  return value instanceof Uint8Array ? `"\\\\x${toHex(value)}"` : String(value);
}

/**
 * When the network loses us, PostgreSQL doesn't hear of it, and would keep our locks for hours.
 * When the driver gives a statement up, the database must not go on alone: it ends it before.
 */
function limitsOf({ options: { query_timeout } }: Pool, mostIdle: MostIdle): string {
  const idleLimit = mostIdle === "unlimited" ? "0" : mostIdle;
  const idle = `SET LOCAL idle_in_transaction_session_timeout = '${idleLimit}'`;
  if (!query_timeout) return idle;
  const [statementMs, lockMs] = [0.9, 0.7].map((share) => Math.ceil(query_timeout * share));
  return `${idle}; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}`;
}

/**
 * Ends what still waits for rows of a COPY that its driver has long given up: these sessions alone
 * PostgreSQL ends at no limit, and would keep what they have locked until it hears of their network.
 */
async function endLostCopies(pool: Pool): Promise<void> {
  const { query_timeout: givenUpMs, application_name: name = "" } = pool.options;
  if (!givenUpMs) return;
  await prismaOn(pool).$executeRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user
      AND (application_name = ${name} OR application_name LIKE 'earshot %')
      AND state = 'active' AND wait_event = 'ClientRead' AND query LIKE 'COPY %'
      AND query_start < clock_timestamp() - interval '1 ms' *
        CASE WHEN application_name = ${name} THEN ${givenUpMs}::int ELSE ${longestCopyMs}::int END`;
}

/** Whatever the default of the database or the role says: what is committed is relied upon. */
const commitDurably = "SET LOCAL synchronous_commit = on";
const maxAttempts = 10;
const dayMs = 86_400_000;
/** Whatever copies gives up before. */
const longestCopyMs = 31_000;

class PoolAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const startTransaction = adapter.startTransaction.bind(adapter);
    onErrorOf(adapter, () => undefined);
    adapter.startTransaction = async (isolation) => {
      const transaction = await startTransaction(isolation);
      const client = onErrorOf(transaction, (error) => leaveIfBroken(client, error));
      const executeRaw = transaction.executeRaw.bind(transaction);
      transaction.executeRaw = async (query) => {
        const at = query.sql.lastIndexOf(nameMark);
        if (at >= 0 && query.args.length === 0) named.set(query.sql.slice(at), client);
        return executeRaw(query);
      };
      return transaction;
    };
    return adapter;
  }
}

/** After anything but the database's own word, the connection is broken and leaves the pool. */
function leaveIfBroken(client: Client, error: unknown): void {
  if (sqlStateOf(error) === undefined) client.end().catch(() => undefined);
}

/** Lets a part of the adapter throw what its connection threw. Both are protected members of it. */
function onErrorOf(part: object, handle: (error: unknown) => void): Client {
  const inner = part as { client: Client; onError: (error: unknown) => never };
  inner.onError = (error) => {
    noteOutage(error);
    handle(error);
    throw error instanceof Error && "code" in error ? new DatabaseFault(error) : error;
  };
  return inner.client;
}
