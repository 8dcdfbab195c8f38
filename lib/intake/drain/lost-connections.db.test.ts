import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { migrate } from "@/lib/platform/migrations/migrate";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "@/lib/platform/postgres/embedded-postgres";
import { postmasterPid } from "@/lib/platform/postgres/postgres-process";
import { unreadMessage } from "../interpret/interpret-kept";
import { openDiskJournal } from "../journal/disk-journal";
import type { Journal } from "../journal/journal";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { drainEntries, type Watch } from "./drain-entries";

let folder: string;
let postgres: EmbeddedPostgres;
let pool: pg.Pool;
let journal: Journal;
let journals = 0;

/** One whose server processes can be killed without harm to other tests. */
beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  folder = await mkdtemp(join(tmpdir(), "earshot-lost-"));
  postgres = await startEmbeddedPostgres({
    dataDirectory: folder,
    password: "a password",
    say: () => undefined,
  });
  await migrate(
    postgres.superuserUrl,
    fileURLToPath(new URL("../../../prisma/migrations", import.meta.url)),
  );
  pool = new pg.Pool({ connectionString: postgres.superuserUrl, max: 4 });
  pool.on("error", () => undefined);
  await pool.query(`
    CREATE TABLE fatal (id text, fault text);
    CREATE FUNCTION break_connection() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE chosen text;
      BEGIN
        SELECT fault INTO chosen FROM fatal WHERE id = NEW.id;
        IF chosen = 'end' THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        IF chosen = 'crash' THEN
          EXECUTE format('COPY (SELECT 1) TO PROGRAM %L', 'kill -9 ' || pg_backend_pid());
          PERFORM pg_sleep(10);
        END IF;
        IF chosen = 'wait' THEN PERFORM pg_sleep(30); END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER breaking BEFORE INSERT ON recording
      FOR EACH ROW EXECUTE FUNCTION break_connection()`);
}, 60_000);
afterAll(async () => {
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  journal = openDiskJournal(join(folder, `journal-${journals++}`));
});
afterEach(async () => {
  await journal.close();
  await pool.query("DELETE FROM fatal");
  await pool.query(
    "TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest",
  );
});

const keep = (id: string) => journal.append(toNewEntry(toPayload(id)));

/** As the drain's loop does it; gives what was thrown. */
async function drainOnce(watch: Watch = {}, most = 50): Promise<unknown> {
  const entries = await journal.read(most, 16_000_000);
  return drainEntries(pool, journal, entries, watch).catch((error: unknown) => error);
}

async function drainAll(watch: Watch = {}): Promise<void> {
  const drained = async () => {
    await drainOnce(watch);
    expect(await journal.depth()).toBe(0);
  };
  await vi.waitFor(drained, { timeout: 40_000, interval: 100 });
}

async function readOutcomes(): Promise<unknown[]> {
  const { rows } = await pool.query(
    "SELECT outcome, jsonb_path_query_array(records, '$[*].problems[*].message') AS problems FROM delivery ORDER BY accepted_seq",
  );
  return rows.map(({ outcome, problems }) => [outcome, ...problems]);
}

const stored = ["stored"];
const setAside = ["quarantined", unreadMessage];

test.each([
  ["end", ["bad", "worse"]],
  ["crash", ["bad"]],
])(
  "what breaks the connection each time it is stored (%s) is set aside, and what came with it is stored",
  async (fault, bad) => {
    await pool.query("INSERT INTO fatal SELECT unnest($1::text[]), $2", [bad, fault]);
    const ids = ["one", "bad", "two", "worse", "three"];
    for (const id of ids) await keep(id);
    const held = vi.fn();
    await drainAll({ onHeld: held });
    expect(await readOutcomes()).toEqual(ids.map((id) => (bad.includes(id) ? setAside : stored)));
    // Each was tried three times alone, and was to rest in between.
    expect(held).toHaveBeenCalledTimes(3 * bad.length);
    expect(await journal.suspects()).toEqual(new Map());
  },
  60_000,
);

test("one that breaks the connection when it is written together is tried alone, and no other is blamed", async () => {
  for (let n = 1; n <= 50; n++) await keep(`call ${n}`);
  await pool.query("INSERT INTO fatal VALUES ('call 25', 'end')");
  expect(await drainOnce()).toBeInstanceOf(Error);
  expect(await journal.depth()).toBe(50);
  await pool.query("DELETE FROM fatal");
  expect(await drainOnce()).toBeUndefined();
  expect(await readOutcomes()).toEqual(Array(50).fill(stored));
});

test("a database that is started anew each time while one entry is stored alone is not held against it", async () => {
  await pool.query("INSERT INTO fatal VALUES ('one', 'wait')");
  for (const id of ["one", "two"]) await keep(id);
  // Once together, then more often alone than is enough.
  for (let death = 0; death <= 4; death++) {
    const draining = drainOnce();
    await vi.waitFor(isStoring, { timeout: 20_000, interval: 20 });
    process.kill(Number(await postmasterPid(join(folder, "postgres"))), "SIGKILL");
    expect(await draining).toBeInstanceOf(Error);
    await vi.waitFor(() => pool.query("SELECT 1"), { timeout: 20_000, interval: 50 });
  }
  expect(await journal.suspects()).toEqual(new Map());
  await pool.query("DELETE FROM fatal");
  await drainAll();
  expect(await readOutcomes()).toEqual([stored, stored]);
}, 120_000);

async function isStoring(): Promise<void> {
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
  expect((await pool.query(waiting)).rowCount).toBe(1);
}
