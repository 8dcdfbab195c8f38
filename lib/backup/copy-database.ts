import "server-only";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import pg from "pg";
import { type CopyStreamQuery, from as copyFrom, to as copyTo } from "pg-copy-streams";
import { ensureDeliveryDays } from "@/lib/intake/store/delivery-days";
import {
  type Database,
  inTransaction,
  onConnection,
  prismaOn,
  type Transaction,
} from "@/lib/platform/database/transaction";
import { StartupError } from "@/lib/platform/faults";
import { Prisma } from "@/prisma/client/client";

type DatabaseFacts = { migrations: string[]; bytes: number };

/** What is to be known of a database before it is copied. @param url as its superuser */
export async function describeDatabase(url: string): Promise<DatabaseFacts> {
  return withPool(url, async (pool) => {
    const client = prismaOn(pool);
    const [found] = await client.$queryRaw<{ bytes: bigint; is_migrated: boolean }[]>`
      SELECT pg_database_size(current_database()) AS bytes,
             to_regclass('_prisma_migrations') IS NOT NULL AS is_migrated`;
    const migrations = found?.is_migrated ? await listMigrations(client) : [];
    return { migrations, bytes: Number(found?.bytes ?? 0) };
  });
}

type CopyOptions = {
  signal: AbortSignal;
  /** Told how much of it is done, from 0 to 1, and when that is being compared. */
  onProgress: (done: number | "comparing") => void;
};

/**
 * Fills a database with all rows of another one that has the same migrations, on whatever versions of
 * PostgreSQL, all or nothing. Before it commits, it compares number and content of the rows of every
 * table as either server tells them.
 * @param from as its superuser; nobody else may write there
 * @param to as its superuser; what it holds is replaced
 * @throws {StartupError} when the first has tables or columns that the other lacks
 */
export async function copyDatabase(
  from: string,
  to: string,
  options: CopyOptions,
): Promise<{ rows: number }> {
  return withPool(from, (sources) =>
    withPool(to, (targets) => {
      const copy = (source: Transaction) => copyTables(source, targets, options);
      return inTransaction(sources, copy, "REPEATABLE READ READ ONLY", "unlimited");
    }),
  );
}

async function copyTables(
  source: Transaction,
  pool: pg.Pool,
  { signal, onProgress }: CopyOptions,
): Promise<{ rows: number }> {
  const tables = await listTables(source);
  await requireNothingForeign(source);
  requireSame(tables, await listTables(prismaOn(pool)));
  await ensureDeliveryDays(pool, await listDays(source));
  const prints = await takePrints(source, tables, signal);
  const total = [...prints.values()].reduce((sum, { rows }) => sum + rows, 0);
  const fill = async (target: Transaction) => {
    let done = 0;
    const count = (rows: number) => {
      done += rows;
      onProgress(done / total);
    };
    await fillTables(target, async () => {
      for (const table of tables) {
        await onConnection(source, (reading) =>
          onConnection(target, (writing) => {
            const rows = copyOut(reading, table);
            return pipeline(rows, countRows(count), copyInto(writing, table), { signal });
          }),
        );
      }
    });
    onProgress("comparing");
    requireEqual(prints, await takePrints(target, tables, signal));
  };
  await inTransaction(pool, fill, "READ COMMITTED", "unlimited");
  await prismaOn(pool).$executeRaw`ANALYZE`;
  return { rows: total };
}

/** So that both servers write a value alike. */
const sameText = [
  "-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres",
  "-c bytea_output=hex -c extra_float_digits=1",
].join(" ");

async function withPool<T>(
  connectionString: string,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString, max: 2, options: sameText });
  pool.on("error", () => undefined);
  return work(pool).finally(() => pool.end());
}

/** How many rows, and a sum over their content in which order doesn't matter. */
type Print = { rows: number; content: string };

async function takePrints(
  client: Transaction,
  tables: Table[],
  signal: AbortSignal,
): Promise<Map<string, Print>> {
  const prints = new Map<string, Print>();
  for (const { name, columns } of tables) {
    signal.throwIfAborted();
    const [found] = await client.$queryRaw<{ rows: bigint; content: string }[]>`
      SELECT count(*) AS rows,
             coalesce(sum(('x' || left(md5(ROW(${Prisma.raw(listColumns(columns))})::text), 16))::bit(64)::bigint),
                      0)::text AS content
      FROM ${Prisma.raw(quote(name))}`;
    if (found) prints.set(name, { rows: Number(found.rows), content: found.content });
  }
  return prints;
}

function requireEqual(expected: Map<string, Print>, found: Map<string, Print>): void {
  for (const [name, { rows, content }] of expected) {
    const other = found.get(name);
    if (other?.rows === rows && other.content === content) continue;
    throw new Error(`the copy of ${name} differs: ${other?.rows} rows where ${rows} were`);
  }
}

/** Passes rows on, and tells how many each piece ends: a row is a line, whatever it holds. */
function countRows(onRows: (rows: number) => void) {
  return async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      let rows = 0;
      for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) rows++;
      yield piece;
      onRows(rows);
    }
  };
}

const lineEnd = 10;

function requireSame(tables: Table[], there: Table[]): void {
  const toShape = ({ name, columns }: Table) => `${name} (${[...columns].sort().join(", ")})`;
  const known = new Set(there.map(toShape));
  const foreign = tables.filter((table) => !known.has(toShape(table)));
  if (foreign.length > 0) throw holdsMore(foreign.map(({ name }) => name));
  if (tables.length !== there.length)
    throw new Error("the database lacks tables of its migrations");
}

/** Neither an extension's nor a rehearsal's, and outside of what is copied. */
async function requireNothingForeign(client: Transaction): Promise<void> {
  const rows = await client.$queryRaw<{ name: string }[]>`
    SELECT one.oid::regclass::text AS name
    FROM pg_class AS one JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'm') AND nspname <> 'earshot_rehearsal'
      AND nspname !~ '^(pg_|information_schema$)' AND (nspname <> 'public' OR relkind = 'm')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = one.oid AND deptype = 'e')`;
  if (rows.length > 0) throw holdsMore(rows.map(({ name }) => name));
}

function holdsMore(names: string[]): StartupError {
  return new StartupError(
    `The database holds objects that Earshot didn't create: ${names.join(", ")}.`,
    "It is unchanged. With the previous Earshot, move them to another database, then start this one.",
  );
}

/**
 * Empties all tables and lets `fill` write them, while nothing derives what it writes already. Belongs
 * into a transaction that whoever calls begins and ends.
 */
export async function fillTables<T>(
  client: Transaction,
  fill: (tables: Table[]) => Promise<T>,
): Promise<T> {
  const tables = await listTables(client);
  const forEach = async (change: string) => {
    for (const { name } of tables) {
      await client.$executeRaw`ALTER TABLE ${Prisma.raw(`${quote(name)} ${change}`)}`;
    }
  };
  await forEach("DISABLE TRIGGER USER");
  const names = tables.map(({ name }) => quote(name)).join(", ");
  await client.$executeRaw`TRUNCATE ${Prisma.raw(names)}`;
  const filled = await fill(tables);
  await forEach("ENABLE TRIGGER USER");
  return filled;
}

/** Rows into a table, in the text form of COPY. */
export function copyInto(client: ClientBase, { name, columns }: Table): CopyStreamQuery {
  return client.query(copyFrom(`COPY ${quote(name)} (${listColumns(columns)}) FROM STDIN`));
}

/** A table's rows, those of its partitions too, in the text form of COPY. */
export function copyOut(client: ClientBase, { name, columns }: Table) {
  return client.query(
    copyTo(`COPY (SELECT ${listColumns(columns)} FROM ${quote(name)}) TO STDOUT`),
  );
}

/** The UTC days on which deliveries came. */
export async function listDays(client: Transaction): Promise<string[]> {
  const rows = await client.$queryRaw<{ day: string }[]>`
    SELECT DISTINCT accepted_on::text AS day FROM delivery ORDER BY day`;
  return rows.map(({ day }) => day);
}

/** The names of the migrations that a database has, the last one last. */
export async function listMigrations(client: Database): Promise<string[]> {
  const rows = await client.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`;
  return rows.map(({ name }) => name);
}

export function listColumns(columns: string[]): string {
  return columns.map(quote).join(", ");
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export type Table = { name: string; columns: string[] };

/** Earshot's tables with what is written into them, each behind those that its rows refer to. */
export async function listTables(client: Database): Promise<Table[]> {
  const rows = await client.$queryRaw<(Table & { refers_to: string[] })[]>`
    SELECT relname AS name,
           ARRAY(SELECT attname::text FROM pg_attribute
                 WHERE attrelid = one.oid AND attnum > 0 AND NOT attisdropped
                   AND attgenerated = '' ORDER BY attnum) AS columns,
           ARRAY(SELECT confrelid::regclass::text FROM pg_constraint
                 WHERE conrelid = one.oid AND contype = 'f' AND confrelid <> one.oid) AS refers_to
    FROM pg_class AS one
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> '_prisma_migrations'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = one.oid AND deptype = 'e')
    ORDER BY relname`;
  const sorted = new Map<string, Table>();
  const add = ({ name, columns, refers_to }: (typeof rows)[number]) => {
    if (sorted.has(name)) return;
    for (const other of rows) {
      if (refers_to.some((reference) => unquote(reference) === other.name)) add(other);
    }
    sorted.set(name, { name, columns });
  };
  for (const row of rows) add(row);
  return [...sorted.values()];
}

function unquote(name: string): string {
  return name.replaceAll('"', "");
}
