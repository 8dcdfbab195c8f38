import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartupError, timeoutOf } from "../faults";

/** The key under which Prisma's own command line excludes others while it migrates. */
const advisoryLock = 72_707_369;

type Migration = { name: string; sql: string; checksum: string };

type MigrateOptions = {
  isWanted?: (name: string) => boolean;
  /** Told of each step before it begins. */
  onStep?: (step: number, steps: number) => void;
};

/**
 * Applies what is new in the migrations folder, each file in one transaction with its row, and
 * returns the names of what it applied. Folder, table and lock are those of `prisma migrate deploy`,
 * so that either can go on where the other stopped. Several starting at once wait for each other, and
 * for nobody when nothing is new. The lock ends with its transaction: behind a pooler that shares
 * connections, one of a session would stay with somebody else's. A file that is one CREATE INDEX
 * CONCURRENTLY runs outside of the transaction, on another connection. Each may take as long as it
 * takes, whatever time the database or the role allows.
 * @param options `isWanted` tells which of the folder's migrations there are, for a schema as it was
 */
export async function migrate(
  connectionString: string,
  folder: string,
  { isWanted = () => true, onStep = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => isWanted(name));
  const client = new pg.Client({ connectionString, application_name: "earshot migrations" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await ensureTable(client);
    const applied = [];
    const pending = findPending(migrations, await readHistory(client));
    for (const [index, migration] of pending.entries()) {
      onStep(index + 1, pending.length);
      const isStillPending = async () =>
        findPending(migrations, await readHistory(client)).includes(migration);
      const indexName = concurrentIndex.exec(migration.sql)?.[1];
      const run = () =>
        indexName
          ? buildIndex(connectionString, migration.sql, indexName)
          : client.query(migration.sql);
      if (await apply(client, migration, { isStillPending, run })) applied.push(migration.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

type Applied = { name: string; checksum: string; finished: boolean };

async function readHistory(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

function findPending(migrations: Migration[], history: Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum, finished } of history) {
    if (!finished) {
      throw new StartupError(
        `The migration ${name} failed halfway in this database.`,
        `Fix it by hand, then tell Prisma: npx prisma migrate resolve --applied ${name} (or --rolled-back).`,
      );
    }
    const migration = known.get(name);
    if (!migration) {
      throw new StartupError(
        `This database holds the migration ${name}, which this version of Earshot doesn't know.`,
        "Start the newer Earshot that made it, or restore an earlier backup.",
      );
    }
    if (migration.checksum !== checksum) {
      throw new StartupError(
        `The migration ${name} was changed after it was applied to this database.`,
        "Restore the original file, and put the change into a new migration.",
      );
    }
  }
  const applied = new Set(history.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

async function ensureTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') AS name");
  if (rows[0]?.name) return;
  // Two that make a table at the same moment fail on each other, even IF NOT EXISTS.
  await client.query(
    `BEGIN; SELECT pg_advisory_xact_lock(${advisoryLock}); ${createTableSql}; COMMIT`,
  );
}

/** False: somebody else has applied it meanwhile. */
async function apply(
  client: pg.Client,
  { name, checksum }: Migration,
  { isStillPending, run }: { isStillPending: () => Promise<boolean>; run: () => Promise<unknown> },
): Promise<boolean> {
  for (;;) {
    let isCommitted = false;
    let pauseMs = busyPauseMs;
    await client.query(beginSql);
    try {
      if (await takeLock(client)) {
        if (!(await isStillPending())) return false;
        await client.query(insertRowSql, [randomUUID(), checksum, name]);
        await run();
        await client.query(finishRowSql, [name]);
        await client.query("COMMIT");
        isCommitted = true;
        return true;
      }
    } catch (cause) {
      if (cause instanceof StartupError) throw cause;
      if (timeoutOf(cause) !== "lock") {
        throw new StartupError(
          `The migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`,
          "It was rolled back. If the database holds tables of another application, give Earshot its own database.",
          { cause },
        );
      }
      // Those who queued up behind it go first.
      pauseMs = lockPauseMs;
    } finally {
      if (!isCommitted) await client.query("ROLLBACK").catch(() => undefined);
    }
    await sleep(pauseMs);
  }
}

/**
 * Who waits for a table keeps everybody away who comes behind, so it never does so for long. Only
 * `LOCAL`, because a pooler would hand the connection on with what it was told.
 */
const beginSql = `
  BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL lock_timeout = '2s'`;
const lockPauseMs = 1_000;
const busyPauseMs = 100;

/** Never waits inside a transaction: an index that is made concurrently would wait for that. */
async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_ours: boolean }>(
    "SELECT pg_try_advisory_xact_lock($1) AS is_ours",
    [advisoryLock],
  );
  return rows[0]?.is_ours === true;
}

const concurrentIndex =
  /^(?:\s|--.*\n)*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?\s+ON\b/i;

/** Idempotent: one that is there already stays, and what a failure left of it is made anew. */
async function buildIndex(connectionString: string, sql: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: "earshot migrations" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ is_valid: boolean }>(
      "SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)",
      [`"${name}"`],
    );
    if (rows[0]?.is_valid) return;
    // It reads the whole table, waits for whoever has begun before, and keeps nobody away meanwhile.
    await client.query("SET statement_timeout = 0; SET lock_timeout = 0");
    if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY "${name}"`);
    await client.query(sql);
  } finally {
    // For whoever gets this connection next from a pooler.
    await client.query("RESET statement_timeout; RESET lock_timeout").catch(() => undefined);
    await client.end();
  }
}

const createTableSql = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

const insertRowSql = `
  INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at)
  VALUES ($1, $2, $3, clock_timestamp())`;

const finishRowSql = `
  UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1
   WHERE migration_name = $1 AND rolled_back_at IS NULL`;
