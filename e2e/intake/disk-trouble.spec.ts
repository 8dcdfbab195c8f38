import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { findFreePort } from "@/lib/platform/process/processes";
import {
  type OwnPostgres,
  startOwnPostgres,
  urlOfDatabase,
} from "../support/postgres/own-postgres";
import { type DiskFault, mountSmallDisk, type SmallDisk } from "../support/postgres/small-disk";
import { byLength, longer, longerInCi, scaledTimeoutMs } from "../support/requests/fault-length";
import { readReadiness, type SteadyLoad, startSteadyLoad } from "../support/requests/steady-load";
import { type Earshot, startEarshot } from "../support/server/earshot";

test.describe.configure({ timeout: scaledTimeoutMs(120_000) });

const perSecond = 50;
const refusal = "503 journal-unavailable";
const secret = randomBytes(24).toString("hex");

/** While the disk is full. */
const refused = byLength(50, 3_000, 500);

let postgres: OwnPostgres;
let load: SteadyLoad;
let disk: SmallDisk;
let earshot: Earshot;
let databaseUrl: string;
let port: number;
let servers = 0;

test.beforeAll(async () => {
  postgres = await startOwnPostgres();
});
test.afterEach(async () => {
  await load?.close();
  await disk?.mend();
  await earshot?.dispose();
  await disk?.dispose();
});
test.afterAll(() => postgres?.stop());

test(
  "a full disk: what is kept is saved, and so makes room again, before anybody mends it",
  longerInCi,
  async () => {
    await openServer("full");
    const processes = await earshot.pids();
    await pauseSaving();
    await expectAccepting();
    await disk.breakDown();
    await expectRefusing("the disk is full");
    await goOnSaving();
    await load.expectKept(earshot.url, databaseUrl);
    await expectAccepting();
    await disk.mend();
    expect(await earshot.pids()).toEqual(processes);
  },
);

test("a full disk that is freed: events are taken again with nobody's help", longer, async () => {
  await openServer("full");
  const processes = await earshot.pids();
  await pauseSaving();
  await disk.breakDown();
  await expectRefusing("the disk is full");
  await disk.mend();
  await expectAcceptingAgain();
  await goOnSaving();
  await load.expectKept(earshot.url, databaseUrl);
  expect(await earshot.pids()).toEqual(processes);
});

test("a disk that loses some writes: what it loses is refused, and what it keeps is taken", async () => {
  await openServer("losing writes");
  const processes = await earshot.pids();
  await pauseSaving();
  await disk.breakDown();
  await expectLargeRefused();
  const { answers } = await load.send(earshot.webhookUrl, { perSecond, until: { events: 100 } });
  expect(["202", refusal]).toEqual(expect.arrayContaining(Object.keys(answers)));
  await disk.mend();
  await expectAcceptingAgain();
  await goOnSaving();
  await load.expectKept(earshot.url, databaseUrl);
  expect(await earshot.pids()).toEqual(processes);
});

test(
  "a disk that fails and turns read-only: repaired, it holds all that was acknowledged",
  longer,
  async () => {
    await openServer("read-only");
    const processes = await earshot.pids();
    await pauseSaving();
    await expectAccepting();
    await disk.breakDown();
    await expectRefusing();
    expect(await earshot.pids()).toEqual(processes);

    await earshot.stop();
    await disk.mend();
    await disk.repair();
    await goOnSaving();
    await startServer();
    await expectAccepting();
    await load.expectKept(earshot.url, databaseUrl);
  },
);

async function openServer(fault: DiskFault): Promise<void> {
  const name = `server_${++servers}`;
  await postgres.run(`CREATE DATABASE ${name}`);
  databaseUrl = urlOfDatabase(postgres.url, name);
  disk = await mountSmallDisk(fault, 32);
  load = await startSteadyLoad();
  port = await findFreePort();
  await startServer();
}

async function startServer(): Promise<void> {
  earshot = await startEarshot({
    dataDir: join(disk.path, "data"),
    env: { DATABASE_URL: databaseUrl, PORT: String(port), WEBHOOK_SECRET: secret },
  });
}

async function expectAccepting(): Promise<void> {
  const { answers } = await load.send(earshot.webhookUrl, { perSecond, until: { events: 50 } });
  expect(answers).toEqual({ 202: 50 });
}

async function expectAcceptingAgain(): Promise<void> {
  const status = async () => (await load.post(earshot.webhookUrl)).status;
  await expect.poll(status).toBe(202);
  await expectAccepting();
  const reasons = async () => (await readReadiness(earshot.url)).reasons.join();
  await expect.poll(reasons).not.toContain("journal can't be");
}

/** Sends until the room is used up that the journal has kept for itself. */
async function expectLargeRefused(): Promise<void> {
  let answer = await load.post(earshot.webhookUrl, 400_000);
  const sendLarge = async () => {
    if (answer.status === 202) answer = await load.post(earshot.webhookUrl, 400_000);
    return answer.status;
  };
  await expect.poll(sendLarge, { intervals: [1] }).toBe(503);
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(await answer.json()).toMatchObject({ code: "journal-unavailable" });
}

async function expectRefusing(reason = ""): Promise<void> {
  await expectLargeRefused();
  const { answers } = await load.send(earshot.webhookUrl, {
    perSecond,
    until: { events: refused },
  });
  expect(answers).toEqual({ [refusal]: refused });
  const response = await fetch(`${earshot.url}/api/ready`);
  expect(response.status).toBe(503);
  const { reasons } = await response.json();
  expect(reasons.join()).toContain(
    `journal can't be written, so deliveries are refused: ${reason}`,
  );
}

/** What is acknowledged stays in the journal. */
async function pauseSaving(): Promise<void> {
  await alterDatabase("SET default_transaction_read_only = on");
}

async function goOnSaving(): Promise<void> {
  await alterDatabase("RESET default_transaction_read_only");
}

async function alterDatabase(change: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await postgres.run(
    `ALTER DATABASE ${name} ${change}`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
}
