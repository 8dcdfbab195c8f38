import { mkdtemp, readdir, readFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { forgetFolder } from "@/lib/platform/files/test-folders";
import { findFreePort } from "@/lib/platform/process/processes";
import { startSteadyLoad } from "../support/requests/steady-load";
import { beginEarshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";
import { startFormerDatabase } from "../support/server/former-database";

test.describe.configure({ timeout: 300_000 });

/** Enough of them for a copy that takes seconds. */
const oversizedBodies = 200_000;

test("a database of an older PostgreSQL is moved to the one that Earshot brings, killed meanwhile or not, and events are taken all the while", async ({
  page,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), "earshot-upgrade-"));
  const cluster = join(dataDir, "postgres");
  const [load, former] = await Promise.all([startSteadyLoad(), startFormerDatabase(dataDir, 17)]);
  const PORT = String(await findFreePort());
  const before = await startEarshot({
    dataDir,
    env: { PORT, DATABASE_URL: former.superuserUrl },
  });
  const { webhookUrl } = before;
  await load.send(webhookUrl, { perSecond: 100, until: { events: 200 } });
  await load.expectKept(before.url, former.superuserUrl);
  await before.stop();
  await query(
    former.superuserUrl,
    `INSERT INTO oversized_body
     SELECT gen_random_uuid(), now(), n, NULL, sha256(n::text::bytea), sha256(n::text::bytea), ''
     FROM generate_series(1, ${oversizedBodies}) n`,
  );
  const counts = await countRows(former.superuserUrl);
  expect(counts).toMatchObject({ delivery: 200, oversized_body: oversizedBodies, user: 1 });
  await former.stop();

  const killed = await beginEarshot({ dataDir, env: { PORT } });
  const ended = expect(killed.ready).rejects.toThrow(/ended with code/);
  await expect.poll(killed.output).toContain("Copying the database");
  expect((await load.post(webhookUrl)).status).toBe(202);
  await page.goto(`${before.url}/recordings`);
  await expect(page.getByText("Upgrading the database from PostgreSQL 17 to 18")).toBeVisible();
  await killed.kill("SIGKILL");
  await ended;
  expect(killed.output()).not.toContain("rows copied");
  expect(await readVersion(cluster)).toBe("17\n");
  expect(await readdir(dataDir)).toContain("postgres.next");

  const again = await beginEarshot({ dataDir, env: { PORT } });
  await expect.poll(again.output).toContain("Copying the database");
  const sending = load.start(webhookUrl, { perSecond: 50, until: {} });
  const earshot = await again.ready;
  const { issued, answers } = await sending.stop();
  expect(answers).toEqual({ 202: issued });
  expect(again.output()).toContain("rows copied and compared");
  const url = await embeddedDatabaseUrl(dataDir);
  await load.expectKept(earshot.url, url);
  const now = await countRows(url);
  expect(now).toMatchObject({
    oversized_body: counts.oversized_body,
    user: counts.user,
    delivery: 200 + 1 + issued,
  });
  expect(await query(url, "SHOW server_version")).toEqual([
    { server_version: expect.stringMatching(/^18\./) },
  ]);
  await earshot.stop();

  const [kept = ""] = await listFormer(dataDir);
  expect(kept).toMatch(/^postgres-17-until-\d{4}-\d\d-\d\d$/);
  expect(await readVersion(join(dataDir, kept))).toBe("17\n");
  await rename(join(dataDir, kept), join(dataDir, "postgres-17-until-2026-01-01"));
  const later = await startEarshot({ dataDir, env: { PORT } });
  expect(later.output()).not.toContain("Upgrading");
  expect(await listFormer(dataDir)).toEqual([]);
  await load.expectKept(later.url, await embeddedDatabaseUrl(dataDir));
  await later.dispose();
  await load.close();
  await forgetFolder(dataDir);
});

/** What the upgrade leaves of the old PostgreSQL, its programs too. */
async function listFormer(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => /^postgres[.-](17|next|filled)/.test(name));
}

function readVersion(cluster: string): Promise<string> {
  return readFile(join(cluster, "PG_VERSION"), "utf8");
}

async function countRows(url: string): Promise<Record<string, number>> {
  const names = await query<{ name: string }>(
    url,
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const counts = names.map(async ({ name }) => {
    const [row] = await query<{ count: number }>(url, `SELECT count(*)::int FROM "${name}"`);
    return [name, row?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
