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
