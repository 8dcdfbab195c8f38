import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/test-database";
import { openDatabaseJournal } from "./database-journal";
import { testJournal } from "./journal-contract";
import { toNewEntry } from "./test-entry";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  // Dropping the database ends connections that the pool is still closing.
  pool.on("error", () => undefined);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

testJournal(() => openDatabaseJournal(pool));

test("refuses what it can't commit", async () => {
  const journal = await openDatabaseJournal(pool);
  await pool.query("ALTER TABLE journal_entry RENAME TO elsewhere");
  await expect(journal.append(toNewEntry("x"))).rejects.toThrow();
  await pool.query("ALTER TABLE elsewhere RENAME TO journal_entry");
  await expect(journal.append(toNewEntry("x"))).resolves.toBeDefined();
});
