import "server-only";
import type { ClientBase } from "pg";
import { type CopyStreamQuery, from as copyFrom, to as copyTo } from "pg-copy-streams";
import { listTables, type Table } from "./list-tables";

/**
 * Empties all tables and lets `fill` write them, while nothing derives what it writes already. Belongs
 * into a transaction that whoever calls begins and ends.
 */
export async function fillTables<T>(
  client: ClientBase,
  fill: (tables: Table[]) => Promise<T>,
): Promise<T> {
  const tables = await listTables(client);
  const forEach = async (change: string) => {
    for (const { name } of tables) await client.query(`ALTER TABLE ${quote(name)} ${change}`);
  };
  await forEach("DISABLE TRIGGER USER");
  await client.query(`TRUNCATE ${tables.map(({ name }) => quote(name)).join(", ")}`);
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
export async function listDays(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    "SELECT DISTINCT accepted_on::text AS day FROM delivery ORDER BY day",
  );
  return rows.map(({ day }) => day);
}

/** The names of the migrations that a database has, the last one last. */
export async function listMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}

export function listColumns(columns: string[]): string {
  return columns.map(quote).join(", ");
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
