import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { readStored } from "@/bench/ledger/read-stored";
import { forgetFolder } from "@/lib/platform/files/test-folders";
import { startOwnPostgres, urlOfDatabase } from "../support/postgres/own-postgres";
import { byLength, longerInCi, scaledTimeoutMs } from "../support/requests/fault-length";
import { startSteadyLoad } from "../support/requests/steady-load";
import { startEarshot } from "../support/server/earshot";

test.describe.configure({ timeout: scaledTimeoutMs(180_000) });

const [early, later] = byLength([100, 150], [2_000, 3_000], [400, 600]);

test(
  "a database that is put back to what it was an hour ago gets everything since then again",
  longerInCi,
  async () => {
    const [postgres, load, dataDir] = await Promise.all([
      startOwnPostgres(),
      startSteadyLoad(),
      mkdtemp(join(tmpdir(), "earshot-restored-")),
    ]);
    const env = { DATABASE_URL: postgres.url, WEBHOOK_SECRET: "a-secret-that-outlives-a-restore" };
    const name = new URL(postgres.url).pathname.slice(1);
    const start = () => startEarshot({ dataDir, env });
    const send = async (events: number) => {
      const earshot = await start();
      const { answers } = await load.send(earshot.webhookUrl, {
        perSecond: 100,
        until: { events },
      });
      expect(answers).toEqual({ 202: events });
      await load.expectKept(earshot.url, postgres.url);
      return earshot;
    };
    await (await send(early)).stop();
    await asServer(postgres.url, `CREATE DATABASE an_hour_ago TEMPLATE ${name}`);
    await (await send(later)).stop();
    await asServer(
      postgres.url,
      `DROP DATABASE ${name} WITH (FORCE)`,
      `ALTER DATABASE an_hour_ago RENAME TO ${name}`,
    );

    const again = await start();
    const count = async () => (await readStored(postgres.url)).length;
    expect(await count()).toBeGreaterThanOrEqual(early);
    await expect.poll(count, { timeout: scaledTimeoutMs(60_000) }).toBe(early + later);
    await load.expectKept(again.url, postgres.url);
    await again.dispose();
    await Promise.all([load.close(), postgres.stop()]);
    await forgetFolder(dataDir);
  },
);

/** Statements that nobody connected to a database may run on it. */
async function asServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(urlOfDatabase(url, "postgres"));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
