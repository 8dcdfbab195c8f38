import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { checkDatabase } from "@/bin/database/prepare-database";
import { firstSeqOf } from "@/lib/intake/journal/sequence";
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from "@/lib/platform/database/test-database";
import { ensurePostgresCluster } from "@/lib/platform/postgres/postgres-cluster";
import { bareEnvironment, findFreePort, spawnTiedChild } from "@/lib/platform/process/processes";

import { removeFormer } from "./upgrade-postgres";

let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await query("CREATE ROLE guest LOGIN PASSWORD 'guest'");
});

afterAll(async () => {
  await query("DROP OWNED BY guest; DROP ROLE guest");
});

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

function check(change: Partial<URL> = {}) {
  const { href } = Object.assign(new URL(database.url), change);
  const { signal } = new AbortController();
  return checkDatabase(href, { say: () => undefined, signal, timeoutMs: 0 });
}

test("a fit database passes", async () => {
  expect(await check()).toEqual({ takesStatementTimeout: true });
});

test("one that can't be reached is named, without its password, and with a remedy", async () => {
  const error: Error = await check({ port: "1" }).catch((refusal) => refusal);
  expect(error.message).toMatch(/127\.0\.0\.1:1\/empty_\w+: .*ECONNREFUSED/);
  expect(error.message).toContain("Check that it is running");
  expect(error.message).not.toContain(new URL(database.url).password);
});

test("a wrong password is told apart", async () => {
  await expect(check({ password: "wrong" })).rejects.toThrow(/Check the user and the password/);
});

test("a database that does not exist is told apart", async () => {
  await expect(check({ pathname: "/nowhere" })).rejects.toThrow(/createdb/);
});

test("a user who may not create tables is told how to get the right", async () => {
  const guest = { username: "guest", password: "guest" };
  await expect(check(guest)).rejects.toThrow(/can't create tables/);
  await query("GRANT CREATE ON SCHEMA public TO guest");
  await expect(check(guest)).rejects.toThrow(
    /CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin;/,
  );
  await query("CREATE EXTENSION pg_trgm");
  await expect(check(guest)).rejects.toThrow(/lacks btree_gin/);
  await query("CREATE EXTENSION btree_gin");
  await check(guest);
});

test("a read-only database is refused", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await expect(check()).rejects.toThrow(/accepts no writes/);
  const reset = `ALTER DATABASE ${name} RESET default_transaction_read_only`;
  await query(`BEGIN READ WRITE; ${reset}; COMMIT`);
});

test("one that would lose in a crash what it has committed is refused with what to change", async () => {
  const folder = await mkdtemp(join(tmpdir(), "earshot-fsync-"));
  const cluster = await ensurePostgresCluster(join(folder, "postgres"), "a password");
  const port = await findFreePort();
  const settings = { fsync: "off", unix_socket_directories: "", port };
  const given = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [...cluster.runner.prefix, cluster.binaries.postgres, "-D", cluster.folder];
  const server = spawnTiedChild([...command, ...given], "INT", {
    env: bareEnvironment(),
    output: "pipe",
  });
  try {
    const own = { username: "earshot", password: "a password", pathname: "/postgres" };
    const change = { ...own, port: String(port) };
    await vi.waitFor(() => expect(check(change)).rejects.toThrow(/ALTER SYSTEM RESET fsync/), {
      timeout: 20_000,
    });
  } finally {
    server.askToStop();
    await server.ended;
    await rm(folder, { recursive: true });
  }
});

test("what an upgrade kept goes by the database's clock, once an event came after its days", async () => {
  const migrated = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "earshot-former-"));
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const until = inDays(-2).toISOString().slice(0, 10);
  for (const [name, major] of [
    ["postgres", 18],
    [`postgres-17-until-${until}`, 17],
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "PG_VERSION"), `${major}\n`);
  }
  const deliver = async (at: Date) => {
    const client = new pg.Client({ connectionString: migrated.url });
    await client.connect();
    await client
      .query(
        `INSERT INTO delivery (id, accepted_on, accepted_at, accepted_seq, bytes, sha256, secret_hash,
           remote_address, outcome)
         VALUES (gen_random_uuid(), $1, now(), $2, 0, '', '', '', 'stored')`,
        [at.toISOString().slice(0, 10), String(firstSeqOf(at.getTime()))],
      )
      .finally(() => client.end());
  };
  // As after a leap of both clocks: no event is as new.
  await deliver(inDays(-9));
  expect(await removeFormer(folder, migrated.url)).toEqual([]);
  await deliver(inDays(0));
  for (const days of [-365, 1, 365]) {
    expect(await removeFormer(folder, migrated.url, inDays(days))).toEqual([]);
  }
  expect(await removeFormer(folder, migrated.url)).toHaveLength(1);
  expect(await readdir(folder)).toEqual(["postgres"]);
  await rm(folder, { recursive: true });
});
