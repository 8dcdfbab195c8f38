import "server-only";
import type { ClientBase } from "pg";
import { type CopyStreamQuery, from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Database, Transaction } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

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

/** Tells the planner what the tables hold by now. */
export async function analyze(client: Database): Promise<void> {
  await client.$executeRaw`ANALYZE`;
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

/** What raw bytes take in the database. */
export async function readBodyBytes(client: Transaction): Promise<number> {
  const rows = await client.$queryRaw<{ bytes: number }[]>`
    SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0)::float AS bytes
    FROM pg_inherits WHERE inhparent = 'delivery_body'::regclass`;
  return rows[0]?.bytes ?? 0;
}

/** The names of the migrations that a database has, the last one last. */
export async function listMigrations(client: Database): Promise<string[]> {
  const rows = await client.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`;
  return rows.map(({ name }) => name);
}

function listColumns(columns: string[]): string {
  return columns.map(quote).join(", ");
}

function quote(name: string): string {
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

/** What is neither Earshot's, nor an extension's nor a rehearsal's, and outside of what is copied. */
export async function listForeign(client: Transaction): Promise<string[]> {
  const rows = await client.$queryRaw<{ name: string }[]>`
    SELECT one.oid::regclass::text AS name
    FROM pg_class AS one JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'm') AND nspname <> 'earshot_rehearsal'
      AND nspname !~ '^(pg_|information_schema$)' AND (nspname <> 'public' OR relkind = 'm')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = one.oid AND deptype = 'e')`;
  return rows.map(({ name }) => name);
}

/** How many rows, and a sum over their content in which order doesn't matter. */
export type Print = { rows: number; content: string };

export async function takePrint(client: Transaction, { name, columns }: Table): Promise<Print> {
  const [found] = await client.$queryRaw<{ rows: bigint; content: string }[]>`
    SELECT count(*) AS rows,
           coalesce(sum(('x' || left(md5(ROW(${Prisma.raw(listColumns(columns))})::text), 16))::bit(64)::bigint),
                    0)::text AS content
    FROM ${Prisma.raw(quote(name))}`;
  return { rows: Number(found?.rows ?? 0), content: found?.content ?? "0" };
}

/** Of the same state of the database as its rows; none where its migrations know of no audio yet. */
export async function listSounds(client: Transaction): Promise<string[]> {
  const tables = await listTables(client);
  if (!tables.some(({ name }) => name === "sound_file")) return [];
  const rows = await client.$queryRaw<{ sha256: string }[]>`
    SELECT DISTINCT encode(sha256, 'hex') AS sha256 FROM sound_file ORDER BY 1`;
  return rows.map(({ sha256 }) => sha256);
}

export async function readServerVersion(client: Database): Promise<string> {
  const rows = await client.$queryRaw<{ server_version: string }[]>`SHOW server_version`;
  return rows[0]?.server_version ?? "";
}

/** Whether it holds calls or accounts. */
export async function isUsed(client: Database): Promise<boolean> {
  const rows = await client.$queryRaw<{ is_used: boolean }[]>`
    SELECT EXISTS (SELECT FROM delivery) OR EXISTS (SELECT FROM recording)
        OR EXISTS (SELECT FROM "user") AS is_used`;
  return rows[0]?.is_used ?? false;
}

export type DatabaseFacts = { migrations: string[]; bytes: number };

export async function readFacts(client: Database): Promise<DatabaseFacts> {
  const [found] = await client.$queryRaw<{ bytes: bigint; is_migrated: boolean }[]>`
    SELECT pg_database_size(current_database()) AS bytes,
           to_regclass('_prisma_migrations') IS NOT NULL AS is_migrated`;
  const migrations = found?.is_migrated ? await listMigrations(client) : [];
  return { migrations, bytes: Number(found?.bytes ?? 0) };
}
