import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import { postmasterPid } from "./postgres-process";
import { isPostgresOn, processBeginning } from "./process-identity";

const run = promisify(execFile);
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
  await rm(dataDirectory, { recursive: true });
});

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({
    dataDirectory,
    password: "a password",
    say: (line) => said.push(line),
  });
  return running;
}

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: running?.url });
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
  await expect(wrong).rejects.toThrow(/refuses the password/);
  expect(await postmasterPid(cluster())).toBeNull();
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
