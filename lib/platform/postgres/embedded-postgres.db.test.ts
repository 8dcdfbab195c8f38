import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDataDirectory } from "../files/data-directory";
import { forgetFolder } from "../files/test-folders";
import { migrate } from "../migrations/migrate";
import { findFreePort, isPostgresOn, processBeginning } from "../process/processes";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import { ensurePostgresCluster } from "./postgres-cluster";
import {
  postmasterPid,
  runPostgres,
  takeFromFormerPostmaster,
  waitUntilAnswering,
} from "./postgres-process";

const run = promisify(execFile);
const migrationsFolder = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));
let dataDirectory: string;
let said: string[];
let running: EmbeddedPostgres | undefined;

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "earshot-postgres-"));
  said = [];
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await forgetFolder(dataDirectory);
});

async function start(password = "a password"): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({
    dataDirectory,
    password,
    say: (line) => said.push(line),
  });
  return running;
}

async function query(text: string, url = running?.url): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const cluster = () => join(dataDirectory, "postgres");

test("its port and its rows outlive a restart", async () => {
  const { port, stop } = await start();
  await query("CREATE TABLE kept AS SELECT 1 AS one");
  await stop();
  expect((await start()).port).toBe(port);
  expect(await query("SELECT * FROM kept")).toEqual([{ one: 1 }]);
});

test("killed, it is back on the same port", async () => {
  const { port } = await start();
  const pid = await postmasterPid(cluster());
  process.kill(Number(pid), "SIGKILL");
  await vi.waitFor(() => expect(said).toContain("PostgreSQL is back"), { timeout: 20_000 });
  expect(running?.port).toBe(port);
  expect(await postmasterPid(cluster())).not.toBe(pid);
  expect(await query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a lock file with the id of another living process does not keep it from starting", async () => {
  await (await start()).stop();
  const other = spawn("sleep", ["60"]);
  await writeFile(join(cluster(), "postmaster.pid"), `${other.pid}\n${cluster()}\n1\n1\n\n\n1 1\n`);
  await start();
  other.kill();
});

test("when somebody else has taken its port, it takes another", async () => {
  const { port, stop } = await start();
  await stop();
  const squatter = createServer().listen(port, "127.0.0.1");
  const moved = await start();
  expect(moved.port).not.toBe(port);
  expect(await readFile(join(dataDirectory, "postgres-port"), "utf8")).toBe(`${moved.port}\n`);
  squatter.close();
});

test("a data folder half made by a dead process is made anew", async () => {
  await mkdir(join(dataDirectory, "postgres.new"), { mode: 0o700 });
  await writeFile(join(dataDirectory, "postgres.new", "PG_VERSION"), "18\n");
  await start();
});

test("secrets of another database are told as such", async () => {
  await (await start()).stop();
  const wrong = startEmbeddedPostgres({ dataDirectory, password: "another", say: () => undefined });
  await expect(wrong).rejects.toThrow(/rejects the password/);
  expect(await postmasterPid(cluster())).toBeNull();
});

test("one of other namespaces, as of another container, starts only when the first has stopped", async () => {
  await start("journey");
  const rights = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const separate = ["--pid", "--ipc", "--fork", "--mount-proc", "--kill-child"];
  const program = [
    "--import",
    "tsx",
    "--conditions=react-server",
    "e2e/support/postgres/run-postgres.ts",
  ];
  const other = spawn(
    "unshare",
    [...rights, ...separate, process.execPath, ...program, dataDirectory],
    { stdio: ["ignore", "ignore", "inherit", "ipc"] },
  );
  const ended = once(other, "exit");
  const startedUrl = Promise.race([
    once(other, "message").then(([url]) => String(url)),
    ended.then(([code]) => `ended with code ${code}`),
  ]);
  const first = await postmasterPid(cluster());
  expect(await Promise.race([startedUrl, sleep(5_000, "still waiting")])).toBe("still waiting");
  expect(await postmasterPid(cluster())).toBe(first);
  expect(await query("SELECT 1 AS one")).toEqual([{ one: 1 }]);

  await running?.stop();
  expect(await startedUrl).toContain("postgresql://");
  other.disconnect();
  await ended;
});

test("when the data directory is lost to another, it stops at once and writes nothing more", async () => {
  const { lease, release } = await openDataDirectory(dataDirectory, { say: () => undefined });
  running = await startEmbeddedPostgres({
    dataDirectory,
    lease,
    password: "a password",
    say: (line) => said.push(line),
  });
  const pid = Number(await postmasterPid(cluster()));
  await writeFile(
    join(dataDirectory, "in-use"),
    JSON.stringify({
      id: "another",
      host: "other.example",
      pid: 1,
      since: "2026-03-01T10:00:00.000Z",
      lockScope: null,
    }),
  );
  await vi.waitFor(async () => expect(await processBeginning(pid)).toBeNull(), {
    timeout: 10_000,
  });
  expect(lease.lost.reason.message).toMatch(/taken over by another Earshot, process 1 on other/);
  const log = await readFile(join(dataDirectory, "postgres.log"), "utf8");
  expect(log.slice(log.indexOf("ready to accept"))).toContain("immediate shutdown request");
  expect(log.slice(log.indexOf("immediate shutdown"))).not.toContain("checkpoint");
  await running.stop();
  expect(said).toEqual([]);
  await release();
});

test("its log tells of the server, and nothing of what is asked for or kept", async () => {
  await start();
  await query("CREATE TABLE person (name text PRIMARY KEY, born date)");
  await query("INSERT INTO person VALUES ('Canary One', '2026-11-20')");
  for (const failing of [
    "SELECT 'Canary' FROM no_such_table",
    "SELECT 'Canary'::int",
    "INSERT INTO person VALUES ('Canary One')",
    "INSERT INTO person VALUES ('Canary Two', '2026-02-30')",
    "DO $$ BEGIN RAISE WARNING 'Canary'; RAISE 'Canary'; END $$",
  ]) {
    await expect(query(failing)).rejects.toThrow();
  }
  // An export that nobody reads to its end.
  const reader = new pg.Client({ connectionString: running?.url });
  reader.on("error", () => undefined);
  await reader.connect();
  const copy = reader.query(
    copyTo("COPY (SELECT 'Canary' || n FROM generate_series(1, 5000000) n) TO STDOUT"),
  );
  await new Promise((resolve) => copy.once("data", resolve));
  copy.on("error", () => undefined);
  const cutOff = once(reader, "end");
  copy.destroy();
  reader.end();
  await cutOff;
  const slow = query("SELECT 'Canary', pg_sleep(60)");
  const found = () => query("SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)'");
  await vi.waitFor(async () => expect(await found()).toHaveLength(1));
  const [{ pid }] = (await found()) as [{ pid: number }];
  process.kill(pid, "SIGKILL");
  await expect(slow).rejects.toThrow();
  await vi.waitFor(() => query("SELECT 1"), { timeout: 10_000 });
  const log = await readFile(join(dataDirectory, "postgres.log"), "utf8");
  expect(log).toContain("was terminated by signal 9");
  expect(log).not.toContain("Canary");
});

test("what a superuser made before is handed over whole, and neither role is one", async () => {
  // As Earshot started it while there was one user.
  const former = await ensurePostgresCluster(cluster(), "a password");
  const port = await findFreePort();
  const lock = await takeFromFormerPostmaster(cluster(), async () => undefined);
  const server = await runPostgres(former, port, join(dataDirectory, "postgres.log"), lock);
  const config = { host: "127.0.0.1", port, user: former.user, password: former.password };
  expect(await waitUntilAnswering({ ...config, database: "postgres" }, server)).toBe(true);
  const formerUrl = `postgresql://${former.user}:a%20password@127.0.0.1:${port}`;
  await query("CREATE DATABASE earshot", `${formerUrl}/postgres`);
  await migrate(`${formerUrl}/earshot`, migrationsFolder);
  for (const statement of [
    ...["delivery", "delivery_body"].map(
      (table) => `CREATE TABLE ${table}_d20261120
      PARTITION OF ${table} FOR VALUES FROM ('2026-11-20') TO ('2026-11-21')`,
    ),
    "CREATE SCHEMA earshot_rehearsal CREATE TABLE left_over (id int)",
    `INSERT INTO delivery (id, accepted_on, accepted_at, accepted_seq, bytes, sha256, secret_hash,
       remote_address, outcome)
     SELECT gen_random_uuid(), '2026-11-20', now(), n, 0, '', '', '', 'stored'
     FROM generate_series(1, 50) n`,
  ]) {
    await query(statement, `${formerUrl}/earshot`);
  }
  await server.stop();

  const { ownerUrl, arrangeRoles } = await start();
  expect(await migrate(ownerUrl, migrationsFolder)).toEqual([]);
  await arrangeRoles();
  expect(await query("SELECT count(*)::int FROM delivery")).toEqual([{ count: 50 }]);
  for (const url of [running?.url, ownerUrl]) {
    const roles = "SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = user";
    expect(await query(roles, url)).toEqual([
      { rolsuper: false, rolcreaterole: false, rolcreatedb: false },
    ]);
    await expect(query("COPY delivery TO PROGRAM 'cat'", url)).rejects.toThrow(/permission denied/);
    await expect(query("SELECT pg_read_file('PG_VERSION')", url)).rejects.toThrow(/permission/);
    await expect(query("ALTER ROLE earshot_app SUPERUSER", url)).rejects.toThrow(/permission/);
  }
  for (const allowed of [
    "DELETE FROM delivery WHERE accepted_seq = 1",
    "CREATE TABLE delivery_d20261121 PARTITION OF delivery FOR VALUES FROM ('2026-11-21') TO ('2026-11-22')",
    "ALTER TABLE delivery_body DETACH PARTITION delivery_body_d20261120",
    "DROP TABLE delivery_body_d20261120",
    "DROP SCHEMA earshot_rehearsal CASCADE",
    "CREATE SCHEMA earshot_rehearsal",
    "BEGIN; LOCK TABLE drift IN SHARE ROW EXCLUSIVE MODE; COMMIT",
  ]) {
    await query(allowed);
  }
  for (const refused of [
    "DROP TABLE recording",
    "ALTER TABLE recording ADD COLUMN more text",
    "TRUNCATE session",
    "ALTER TYPE outcome ADD VALUE 'another'",
  ]) {
    await expect(query(refused)).rejects.toThrow(/must be owner|permission denied/);
  }
  await query("ALTER TABLE delivery ADD COLUMN more text", ownerUrl);
  await query("ALTER TYPE outcome ADD VALUE 'another'", ownerUrl);
  const left = `SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S')
      AND relowner = 'earshot'::regrole`;
  expect(await query(left)).toEqual([]);
});

test("stopping leaves no process", async () => {
  const { stop } = await start();
  const pid = Number(await postmasterPid(cluster()));
  expect(await isPostgresOn(pid, cluster())).toBe(true);
  await stop();
  expect(await processBeginning(pid)).toBeNull();
});

test.skipIf(process.getuid?.() !== 0)(
  "as root it runs a data folder as the user who owns it, behind root's own folders",
  async () => {
    await (await start()).stop();
    await run("chown", ["-R", "65534:65534", cluster()]);
    await start();
    const { uid } = await stat(`/proc/${await postmasterPid(cluster())}`);
    expect(uid).toBe(65534);
    expect((await stat(dataDirectory)).mode & 0o077).toBe(0);
    expect(await query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  },
);
