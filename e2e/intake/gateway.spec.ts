import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { findFreePort } from "@/lib/platform/process/processes";
import { findBarriers } from "../support/page/find-barriers";
import { signIn } from "../support/page/sign-in";
import { startOwnPostgres } from "../support/postgres/own-postgres";
import { byLength, longerInCi, scaledTimeoutMs } from "../support/requests/fault-length";
import { startSteadyLoad } from "../support/requests/steady-load";
import { administrator, beginEarshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";

test.describe.configure({ timeout: scaledTimeoutMs(120_000) });

const secret = "a-secret-that-the-gateway-knows";

test("while a start waits for its database, events are kept, and people read what is going on", async ({
  page,
}) => {
  const [postgres, load, folder] = await Promise.all([
    startOwnPostgres(),
    startSteadyLoad(),
    mkdtemp(join(tmpdir(), "earshot-starting-")),
  ]);
  const port = String(await findFreePort());
  const env = { PORT: port, DATABASE_URL: postgres.url, WEBHOOK_SECRET: secret };
  const url = `http://localhost:${port}`;
  await postgres.halt();
  const began = performance.now();
  const starting = await beginEarshot({ dataDir: folder, env });
  const health = () =>
    fetch(`${url}/api/health`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(health, { intervals: [20] }).toBe(200);
  test.info().annotations.push({
    type: "measured",
    description: `open after ${Math.round(performance.now() - began)} ms`,
  });

  const sending = load.start(`${url}/api/webhooks/recordings/${secret}`, {
    perSecond: 50,
    until: {},
  });
  await page.goto(`${url}/recordings?status=completed`);
  await expect(page.getByRole("heading", { name: "Earshot is starting" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Waiting for the database");
  // Strangers read it, too.
  expect(await page.content()).not.toMatch(/127\.0\.0\.1|PostgreSQL|earshot-/);
  expect(await findBarriers(page)).toEqual([]);
  const ready = await fetch(`${url}/api/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({
    ready: false,
    reasons: ["starting: Waiting for the database"],
  });
  const program = await fetch(`${url}/api/recordings/export`);
  expect([program.status, program.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await program.json()).toMatchObject({ code: "starting" });
  const stranger = await fetch(`${url}/api/webhooks/recordings/of-a-stranger`, { method: "POST" });
  // It may be a secret that the database knows.
  expect(stranger.status).toBe(503);

  await postgres.resume();
  await signIn(page, administrator);
  await page.waitForURL(`${url}/recordings?status=completed`);
  const { issued, answers } = await sending.stop();
  expect(answers).toEqual({ 202: issued });
  const earshot = await starting.ready;
  await load.expectKept(url, postgres.url);
  expect((await fetch(`${url}/api/webhooks/recordings/no`, { method: "POST" })).status).toBe(401);
  await earshot.dispose();
  await Promise.all([load.close(), postgres.stop()]);
  await rm(folder, { recursive: true, force: true });
});

test(
  "while web and worker are killed again and again, every event is taken at once, and pages come back",
  longerInCi,
  async () => {
    const [earshot, load] = await Promise.all([startEarshot(), startSteadyLoad()]);
    const gateway = await earshot.gatewayPid();
    const sending = load.start(earshot.webhookUrl, { perSecond: 100, until: {} });
    for (let kills = 0; kills < byLength(3, 60, 10); kills++) {
      await sleep(1_000);
      for (const find of [earshot.webPid, earshot.workerPid]) {
        const killed = await find().catch(() => undefined);
        if (killed) process.kill(killed, "SIGKILL");
      }
    }
    const { issued, answers, latencyMs } = await sending.stop();
    expect(answers).toEqual({ 202: issued });
    expect(latencyMs.p99).toBeLessThan(1_000);
    expect(await earshot.gatewayPid()).toBe(gateway);
    const page = () => fetch(`${earshot.url}/sign-in`).then(({ status }) => status);
    await expect.poll(page).toBe(200);
    await load.expectKept(earshot.url, await embeddedDatabaseUrl(earshot.dataDir));
    await load.close();
    await earshot.dispose();
  },
);

test("a page that is asked for while web starts again waits for it", async () => {
  const earshot = await startEarshot();
  const page = () => fetch(`${earshot.url}/sign-in`, { headers: { Accept: "text/html" } });
  process.kill(await earshot.webPid(), "SIGKILL");
  const beganMs = performance.now();
  const answer = await page();
  if (answer.status !== 200) {
    // A machine that is busy takes longer to start web than anybody is kept waiting.
    expect(answer.status).toBe(503);
    expect(performance.now() - beganMs).toBeGreaterThan(patienceMs);
    await expect.poll(async () => (await page()).status, { timeout: 60_000 }).toBe(200);
  }
  await earshot.dispose();
});

/** So long the gateway waits for web. */
const patienceMs = 5_000;
