import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { migrate } from "@/lib/platform/migrations/migrate";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { postmasterPid } from "@/lib/platform/postgres/postgres-process";
import { unreadMessage } from "../interpret/interpret-kept";
import { openDiskJournal } from "../journal/disk-journal";
import type { Journal } from "../journal/journal";
import { toNewEntry, toPayload } from "../journal/test-entry";
import type { Watch } from "./drain-apart";
import { drainEntries } from "./drain-entries";

type BreakingDatabase = Awaited<ReturnType<typeof startBreakingDatabase>>;

class BreakingDrain {
  database!: BreakingDatabase;
  journal!: Journal;
  /** The journal's folder. */
  place = "";

  keep(id: string) {
    return this.journal.append(toNewEntry(toPayload(id)));
  }

  /** As another process has it. */
  async reopen(): Promise<void> {
    await this.journal.close();
    this.journal = openDiskJournal(this.place);
  }

  /** As the drain's loop does it; gives what was thrown. */
  async drainOnce(watch: Watch = {}): Promise<unknown> {
    const entries = await this.journal.read(50, 16_000_000);
    const { pool } = this.database;
    return drainEntries(pool, this.journal, entries, watch).catch((error: unknown) => error);
  }
}

/** For the tests of a file: such a database, empty before each, and an empty journal. */
export function breakingDrain(): BreakingDrain {
  const drain = new BreakingDrain();
  let journals = 0;
  beforeAll(async () => {
    process.env.LOG_LEVEL = "silent";
    drain.database = await startBreakingDatabase();
  }, 60_000);
  afterAll(() => drain.database.stop());
  beforeEach(() => {
    drain.place = join(drain.database.folder, `journal-${journals++}`);
    drain.journal = openDiskJournal(drain.place);
  });
  afterEach(async () => {
    await drain.journal.close();
    await drain.database.empty();
  });
  return drain;
}

/**
 * A database that breaks over what is named in `fatal`, by the id of a call or of a delivery, in its own way.
 * Its server's processes can be killed without harm to other tests.
 */
async function startBreakingDatabase() {
  const folder = await mkdtemp(join(tmpdir(), "earshot-lost-"));
  const postgres = await startEmbeddedPostgres({
    dataDirectory: folder,
    password: "a password",
    say: () => undefined,
  });
  await migrate(
    postgres.superuserUrl,
    fileURLToPath(new URL("../../../prisma/migrations", import.meta.url)),
  );
  const pool = new pg.Pool({ connectionString: postgres.superuserUrl, max: 4 });
  pool.on("error", () => undefined);
  await pool.query(`
    CREATE TABLE fatal (id text, fault text);
    CREATE FUNCTION break_connection() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE chosen text;
      BEGIN
        SELECT fault INTO chosen FROM fatal WHERE id = NEW.id::text;
        IF chosen = 'end' THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        IF chosen = 'crash' THEN
          EXECUTE format('COPY (SELECT 1) TO PROGRAM %L', 'kill -9 ' || pg_backend_pid());
          PERFORM pg_sleep(10);
        END IF;
        IF chosen = 'server' THEN
          EXECUTE format('COPY (SELECT 1) TO PROGRAM %L',
            'kill -9 ' || split_part(pg_read_file('postmaster.pid'), E'\\n', 1));
          PERFORM pg_sleep(10);
        END IF;
        IF chosen = 'wait' THEN PERFORM pg_sleep(30); END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER breaking BEFORE INSERT ON recording
      FOR EACH ROW EXECUTE FUNCTION break_connection();
    CREATE TRIGGER breaking BEFORE INSERT ON delivery
      FOR EACH ROW EXECUTE FUNCTION break_connection()`);
  /** Once the database is there. */
  const ask = (sql: string, values: unknown[] = []) =>
    vi.waitFor(() => pool.query(sql, values), { timeout: 20_000, interval: 50 });
  return {
    folder,
    url: postgres.superuserUrl,
    pool,
    ask,
    /** Of all deliveries in their order, each with its problems. */
    readOutcomes: async (): Promise<unknown[]> => {
      const { rows } = await ask(
        "SELECT outcome, jsonb_path_query_array(records, '$[*].problems[*].message') AS problems FROM delivery ORDER BY accepted_seq",
      );
      return rows.map(({ outcome, problems }) => [outcome, ...problems]);
    },
    /** Sends a signal to the server itself. */
    signal: async (signal: NodeJS.Signals) => {
      const pid = await postmasterPid(join(folder, "postgres"));
      if (!pid) throw new Error("no server runs");
      process.kill(pid, signal);
    },
    empty: async () => {
      await ask("DELETE FROM fatal");
      await ask(
        "TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest",
      );
    },
    stop: async () => {
      await pool.end();
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** The outcome of a delivery with its problems. */
export const stored = ["stored"];
export const setAside = ["quarantined", unreadMessage];
