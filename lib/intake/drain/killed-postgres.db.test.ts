import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { migrate } from "@/lib/platform/migrations/migrate";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "@/lib/platform/postgres/embedded-postgres";
import { postmasterPid } from "@/lib/platform/postgres/postgres-process";
import { openDatabaseJournal } from "../journal/database-journal";
import { toNewEntry } from "../journal/test-entry";
import { drainBatch } from "./drain-batch";

let folder: string;
let said: string[];
let postgres: EmbeddedPostgres;
let pool: pg.Pool;

/** One whose operator has chosen speed, and that has nothing else to make it write soon. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-killed-"));
  said = [];
  const say = (line: string) => said.push(line);
  postgres = await startEmbeddedPostgres({ dataDirectory: folder, password: "a password", say });
  await migrate(
    postgres.superuserUrl,
    fileURLToPath(new URL("../../../prisma/migrations", import.meta.url)),
  );
  pool = new pg.Pool({ connectionString: postgres.superuserUrl, max: 4 });
  pool.on("error", () => undefined);
  for (const statement of [
    "ALTER DATABASE earshot SET synchronous_commit = off",
    "ALTER SYSTEM SET wal_writer_delay = '10s'",
    "ALTER SYSTEM SET wal_writer_flush_after = '1GB'",
    "SELECT pg_reload_conf()",
  ]) {
    await pool.query(statement);
  }
  await pool.end();
  pool = new pg.Pool({ connectionString: postgres.superuserUrl, max: 4 });
  pool.on("error", () => undefined);
  const { rows } = await pool.query("SHOW synchronous_commit");
  expect(rows).toEqual([{ synchronous_commit: "off" }]);
});

afterAll(async () => {
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

async function killPostgres(): Promise<void> {
  said.length = 0;
  process.kill(Number(await postmasterPid(join(folder, "postgres"))), "SIGKILL");
  await vi.waitFor(() => expect(said).toContain("PostgreSQL is back"), { timeout: 20_000 });
}

async function countOf(table: string): Promise<number> {
  return (await pool.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count;
}

test("what the journal in the database acknowledged survives the death of a PostgreSQL that commits lazily", async () => {
  const journal = await openDatabaseJournal(pool);
  for (const round of [1, 2, 3]) {
    await Promise.all(Array.from({ length: 20 }, (_, n) => journal.append(toNewEntry(`${n}`))));
    await killPostgres();
    expect(await countOf("journal_entry")).toBe(round * 20);
  }
});

test("what was drained, and so forgotten by the journal, survives it too", async () => {
  const journal = await openDatabaseJournal(pool);
  for (const round of [1, 2, 3]) {
    const appended = Array.from({ length: 20 }, (_, n) => journal.append(toNewEntry(`${n}`)));
    await drainBatch(pool, await Promise.all(appended));
    await killPostgres();
    expect(await countOf("delivery")).toBe(round * 20);
  }
});
