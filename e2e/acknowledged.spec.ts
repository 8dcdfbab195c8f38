import { expect, test } from "@playwright/test";
import { type Earshot, startEarshot } from "./support/earshot";
import { openList } from "./support/list-reader";
import { type Acknowledged, startCalls, type Tally } from "./support/sandbox-run";

test.describe.configure({ mode: "serial", timeout: 240_000 });

test("10,000 calls as fast as they come: each is on the list, and the counts agree", async () => {
  const earshot = await startEarshot();
  const calls = await startCalls(earshot.webhookUrl, ["--calls", "10000", "--rate", "max"]);
  const { tally, acknowledged } = await calls.finish();
  expect(tally).toMatchObject({ placed: 10_000, refused: 0, unanswered: 0, ids: 10_000 });
  await expectOnce(earshot, acknowledged);
  await expectSameCounts(earshot, tally);
  await calls.stop();
  await earshot.dispose();
});

test("under misbehaviour, too", async () => {
  const earshot = await startEarshot();
  const parameters = ["--calls", "1000", "--rate", "max", "--misbehave", "--seed", "11"];
  const calls = await startCalls(earshot.webhookUrl, parameters);
  const { tally, acknowledged } = await calls.finish();
  expect(tally.refused + tally.unanswered).toBe(0);
  await expectOnce(earshot, acknowledged);
  await expectSameCounts(earshot, tally);
  await calls.stop();
  await earshot.dispose();
});

test("kill -9 of everything in the middle of a run: what was acknowledged is there, once", async () => {
  const first = await startEarshot({ env: { WEBHOOK_SECRET: "a-secret-that-outlives-a-kill" } });
  const calls = await startCalls(first.webhookUrl, ["--calls", "6000", "--rate", "max", "--retry"]);
  await expect.poll(calls.delivered, { intervals: [50], timeout: 60_000 }).toBeGreaterThan(500);
  for (const pid of Object.values(await first.pids())) process.kill(pid, "SIGKILL");
  await first.kill("SIGKILL");
  const second = await startEarshot({
    dataDir: first.dataDir,
    env: { WEBHOOK_SECRET: "a-secret-that-outlives-a-kill", PORT: new URL(first.url).port },
  });
  await expect.poll(calls.delivered, { intervals: [50], timeout: 60_000 }).toBeGreaterThan(2_000);
  process.kill(await second.gatewayPid(), "SIGKILL");
  const { acknowledged } = await calls.finish();
  expect(acknowledged).toHaveLength(6_000);
  await expectOnce(second, acknowledged);
  await calls.stop();
  await second.dispose();
  await first.dispose();
});

test("PostgreSQL killed again and again in a run: every POST is 202, and all of them arrive", async () => {
  const earshot = await startEarshot();
  const calls = await startCalls(earshot.webhookUrl, ["--calls", "5000", "--rate", "400"]);
  const kills = setInterval(() => killPostgres(earshot), 400);
  await expect.poll(() => statusOf(`${earshot.url}/api/ready`), { timeout: 30_000 }).toBe(503);
  await expect.poll(calls.delivered, { timeout: 60_000 }).toBeGreaterThan(3_000);
  clearInterval(kills);
  const { tally, acknowledged } = await calls.finish();
  expect(tally).toMatchObject({ refused: 0, unanswered: 0, ids: 5_000 });
  await expectOnce(earshot, acknowledged);
  await expectSameCounts(earshot, tally);
  await calls.stop();
  await earshot.dispose();
});

/** Waits for the journal to be empty, then finds every acknowledged recording on the list, once. */
async function expectOnce(earshot: Earshot, acknowledged: Acknowledged[]): Promise<void> {
  await expect.poll(() => depthOf(earshot), { timeout: 120_000 }).toBe(0);
  const list = await openList(earshot.url);
  const listed = await list.ids();
  expect(new Set(listed).size).toBe(listed.length);
  const missing = acknowledged.filter(({ id }) => !listed.includes(id));
  expect(missing).toEqual([]);
  for (const { deliveryId, sha256 } of acknowledged.slice(-20)) {
    const delivery = JSON.parse(await list.get(`/api/deliveries/${deliveryId}`));
    expect(delivery).toMatchObject({ sha256 });
  }
  await list.close();
}

async function expectSameCounts(earshot: Earshot, tally: Tally): Promise<void> {
  const list = await openList(earshot.url);
  expect(await list.ids()).toHaveLength(tally.ids);
  for (const [status, count] of Object.entries(tally.byStatus)) {
    const search = new URLSearchParams({ status });
    expect(await list.ids(search.toString()), status).toHaveLength(count);
    const text = toText(await list.get(`/recordings?${search}`));
    expect(text).toContain(`${count.toLocaleString("en")} call`);
  }
  for (const [campaign, count] of Object.entries(tally.byCampaign)) {
    const search = new URLSearchParams({ campaign });
    expect(await list.ids(search.toString()), campaign).toHaveLength(count);
  }
  await list.close();
}

/** Between a death and the next start there is nothing to kill. */
async function killPostgres(earshot: Earshot): Promise<void> {
  try {
    process.kill(await earshot.postgresPid(), "SIGKILL");
  } catch {
    return;
  }
}

function toText(html: string): string {
  return html.replaceAll(/<!--.*?-->/g, "").replaceAll(/<[^>]*>/g, " ");
}

async function depthOf({ url }: Earshot): Promise<number> {
  const { journal } = await (await fetch(`${url}/api/ready`)).json();
  return journal?.depth ?? -1;
}

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status;
}
