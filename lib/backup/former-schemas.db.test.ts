import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDiskJournal } from "@/lib/intake/journal/disk-journal";
import { toNewEntry } from "@/lib/intake/journal/test-entry";
import { ensureDeliveryDays } from "@/lib/intake/store/delivery-ranges";
import { createEmptyDatabase } from "@/lib/platform/database/test-database";
import { migrate, readMigrations } from "@/lib/platform/migrations/migrate";
import { readBeginning, restoreBackup } from "./restore-backup";
import { writeBackup } from "./write-backup";

const migrations = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
/** The first that a backup could be taken of, with triggers, and one with everything since then but few columns. */
const schemas = ["20261122110000_journal_node", "20261124200000_sound_measured_by"];
const filled = ["recording", "user", "delivery", "delivery_body", "oversized_body"];
const day = "2026-11-20";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-former-"));
});
afterEach(() => rm(folder, { recursive: true }));

test.each(schemas)("a backup of the schema as of %s becomes one of today's", async (last) => {
  const isWanted = (name: string) => name <= last;
  const former = await openDatabase(isWanted);
  await ensureDeliveryDays(former.pool, [day]);
  for (const table of filled) await addRow(former.pool, table);
  const waiting = openDiskJournal(join(folder, "waiting"));
  const { acceptedSeq } = await waiting.append(toNewEntry("waits"));
  const file = join(folder, "backup");
  await writeBackup(file, {
    databaseUrl: former.url,
    journal: waiting,
    secrets: { webhookSecret: "w", authSecret: "a" },
    openSound: async () => null,
  });
  await waiting.close();

  const beginning = await readBeginning(file);
  expect(beginning.migrations).toEqual((await listMigrations()).filter(isWanted));
  const target = await openDatabase((name) => beginning.migrations.includes(name));
  const journal = openDiskJournal(join(folder, "journal"));
  await restoreBackup(file, {
    databaseUrl: target.url,
    journal,
    beforeCommit: async () => undefined,
    createSound: () => Promise.reject(new Error("there is none")),
  });
  await migrate(target.url, migrations);
  for (const table of filled) {
    const { rows } = await target.pool.query(`SELECT count(*)::int AS count FROM "${table}"`);
    expect(rows, table).toEqual([{ count: 1 }]);
  }
  expect((await journal.get(acceptedSeq))?.body.toString()).toBe("waits");
  await journal.close();
  await Promise.all([former.pool.end(), target.pool.end()]);
});

async function listMigrations(): Promise<string[]> {
  return (await readMigrations(migrations)).map(({ name }) => name);
}

async function openDatabase(isWanted: (name: string) => boolean) {
  const { url } = await createEmptyDatabase();
  await migrate(url, migrations, { isWanted });
  return { url, pool: new pg.Pool({ connectionString: url }) };
}

/** One row with something in each column that must hold something. */
async function addRow(pool: pg.Pool, table: string): Promise<void> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    `SELECT quote_ident(column_name) AS name, CASE
       WHEN data_type IN ('date', 'timestamp with time zone', 'timestamp without time zone') THEN $2
       WHEN data_type = 'uuid' THEN gen_random_uuid()::text
       WHEN data_type = 'jsonb' THEN '[]'
       WHEN data_type = 'ARRAY' THEN '{}'
       WHEN data_type = 'boolean' THEN 'false'
       WHEN data_type = 'USER-DEFINED' THEN (
         SELECT min(enumlabel) FROM pg_enum WHERE enumtypid = udt_name::regtype)
       ELSE '1' END AS value
     FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1
       AND is_nullable = 'NO' AND column_default IS NULL`,
    [table, day],
  );
  const names = rows.map(({ name }) => name).join();
  const places = rows.map((_, index) => `$${index + 1}`).join();
  const values = rows.map(({ value }) => value);
  await pool.query(`INSERT INTO "${table}" (${names}) VALUES (${places})`, values);
}
