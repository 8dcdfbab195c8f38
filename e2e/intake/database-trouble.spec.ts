import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { type OwnPostgres, startOwnPostgres } from "../support/postgres/own-postgres";
import { type RestrictedDatabase, restrictDatabase } from "../support/postgres/restricted-database";
import { mountSmallDisk, type SmallDisk } from "../support/postgres/small-disk";
import { byLength, longer, longerInCi, scaledTimeoutMs } from "../support/requests/fault-length";
import { type Network, openNetwork } from "../support/requests/network";
import { readReadiness, type SteadyLoad, startSteadyLoad } from "../support/requests/steady-load";
import { type Earshot, startEarshot } from "../support/server/earshot";

test.describe.configure({ timeout: scaledTimeoutMs(120_000) });

const perSecond = 50;
const promptMs = 1_000;

let postgres: OwnPostgres;
let disk: SmallDisk;
let database: RestrictedDatabase;
let network: Network;
let earshot: Earshot;
let load: SteadyLoad;
/** Given, so that it outlives its first Earshot. */
let dataDir: string;

test.beforeAll(async () => {
  [postgres, disk] = await Promise.all([
    startOwnPostgres(),
    mountSmallDisk("full", byLength(48, 480, 96)),
  ]);
  database = await restrictDatabase(postgres, disk);
  network = await openNetwork(database.url);
  dataDir = await mkdtemp(join(tmpdir(), "earshot-e2e-"));
  [earshot, load] = await Promise.all([
    startEarshot({ dataDir, env: { DATABASE_URL: network.url } }),
    startSteadyLoad(),
  ]);
});
test.afterEach(endTrouble);
test.afterAll(async () => {
  await load?.close();
  await earshot?.dispose();
  await network?.close();
  await postgres?.stop();
  await disk?.dispose();
  await rm(dataDir, { recursive: true, force: true });
});

const troubles = [
  {
    name: "takes no writes",
    reason: "the database is read-only",
    begin: () => database.takeNoWrites(),
  },
  {
    name: "refuses us",
    reason: "the database refuses the connection",
    begin: () => database.refuse(),
  },
  {
    name: "has no connection left",
    reason: "the database has no free connection",
    begin: () => database.haveNoConnectionLeft(),
  },
  {
    name: "breaks off its answers",
    reason: "the database does not answer",
    begin: async () => network.cutAnswers(),
  },
  {
    name: "has no room left",
    reason: "the disk of the database is full",
    begin: () => disk.breakDown(),
  },
  {
    name: "swallows everything",
    reason: "the database does not answer",
    begin: async () => network.swallow(),
  },
];

/** What hangs and what fills up become worse the longer they last. */
const lengthOf = (name: string) =>
  ["swallows everything", "has no room left"].includes(name) ? longerInCi : longer;

for (const { name, reason, begin } of troubles) {
  test(
    `a database that ${name}: every event is taken at once, and arrives when it is over`,
    lengthOf(name),
    async () => {
      const processes = await earshot.pids();
      const sending = load.start(earshot.webhookUrl, { perSecond, until: {} });
      await expect.poll(sending.acknowledged).toBeGreaterThan(20);
      await begin();
      const reasons = async () => (await readReadiness(earshot.url)).reasons.join();
      await expect.poll(reasons).toContain(reason);
      expect((await fetch(`${earshot.url}/api/ready`)).status).toBe(503);
      await sleep(byLength(1_000, 60_000, 15_000));

      await endTrouble();
      await expect.poll(reasons).toBe("");
      const { issued, answers, latencyMs } = await sending.stop();
      expect(answers).toEqual({ 202: issued });
      expect(latencyMs.p99).toBeLessThan(promptMs);
      await load.expectKept(earshot.url, database.url);
      expect(await earshot.pids()).toEqual(processes);
    },
  );
}

test("stopped while the database swallows everything, it ends soon, and loses nothing", async () => {
  await load.send(earshot.webhookUrl, { perSecond, until: { events: 20 } });
  network.swallow();
  await load.send(earshot.webhookUrl, { perSecond, until: { events: 20 } });
  const beganMs = performance.now();
  const { WEBHOOK_SECRET, PORT } = settingsOf(earshot);
  expect(await earshot.stop()).toBe(0);
  expect(performance.now() - beganMs).toBeLessThan(15_000);

  network.mend();
  earshot = await startEarshot({
    dataDir,
    env: { DATABASE_URL: network.url, WEBHOOK_SECRET, PORT },
  });
  await load.expectKept(earshot.url, database.url);
});

async function endTrouble(): Promise<void> {
  network.mend();
  await disk.mend();
  await database.liftRestrictions();
}

function settingsOf({ webhookUrl, url }: Earshot) {
  return { WEBHOOK_SECRET: webhookUrl.split("/").at(-1) ?? "", PORT: new URL(url).port };
}
