import "server-only";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { migrate } from "../migrations/migrate";
import type { Database, Transaction } from "./transaction";

export type TestDatabase = { url: string };

const migrationsFolder = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));
const template = "migrated_template";
const templateLock = 72_707_370;

/**
 * A migrated database of its own for one test file, on the PostgreSQL that `npm test` starts.
 * Migrations run once; every database is a copy of what they make. None is dropped
 * before the tests are over: a file system that has just forgotten many files takes long to make new ones.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdministrator(async (client) => {
    await ensureTemplate(client);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return { url: urlOf(name) };
}

/** The same state once more, under another name; nobody may be connected to the first meanwhile. */
export async function copyDatabase(url: string): Promise<TestDatabase> {
  const name = `copy_${randomBytes(6).toString("hex")}`;
  const original = new URL(url).pathname.slice(1);
  await asAdministrator((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${original}`));
  return { url: urlOf(name) };
}

/** An empty database, not migrated, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `empty_${randomBytes(6).toString("hex")}`;
  await asAdministrator((client) => client.query(`CREATE DATABASE ${name}`));
  return { url: urlOf(name) };
}

async function ensureTemplate(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [templateLock]);
  const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [template]);
  if (found.rowCount === 0) {
    await spareProcessors(client);
    await client.query(`DROP DATABASE IF EXISTS ${template}_new`);
    await client.query(`CREATE DATABASE ${template}_new`);
    await migrate(urlOf(`${template}_new`), migrationsFolder);
    await client.query(`ALTER DATABASE ${template}_new RENAME TO ${template}`);
  }
  await client.query("SELECT pg_advisory_unlock($1)", [templateLock]);
}

/**
 * For hundreds of small databases that nobody keeps: compressing their pages takes half of the time that a
 * copy takes, and with so many, autovacuum looks at another one several times a second.
 */
async function spareProcessors(client: pg.Client): Promise<void> {
  await client.query("ALTER ROLE CURRENT_USER SET wal_compression TO off");
  await client.query("ALTER SYSTEM SET autovacuum TO off");
  await client.query("SELECT pg_reload_conf()");
}

async function asAdministrator<T>(work: (client: pg.Client) => Promise<T>): Promise<void> {
  const client = new pg.Client({ connectionString: administratorUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  return Object.assign(new URL(administratorUrl()), { pathname: `/${database}` }).href;
}

function administratorUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return url;
  throw new Error("TEST_DATABASE_URL is not set: run database tests by `npm test database`");
}

/** For tests of one statement, or of one after the other: each is a transaction of its own. */
export function eachAlone(client: Database): Transaction {
  return client as Transaction;
}
