import { expect, test } from "@playwright/test";
import { openList } from "../support/page/list-reader";
import { byLength, longer, longerInCi, scaledTimeoutMs } from "../support/requests/fault-length";
import { type Earshot, startEarshot } from "../support/server/earshot";
import { type Acknowledged, startCalls, type Tally } from "../support/server/sandbox-run";

test.describe.configure({ mode: "serial", timeout: scaledTimeoutMs(240_000) });

const calls = byLength(1_000, 20_000, 3_000);

test("calls as fast as they come: each is on the list, and the counts agree", longer, async () => {
  const earshot = await startEarshot();
  const sandbox = await startCalls(earshot.webhookUrl, ["--calls", `${calls}`, "--rate", "max"]);
  const { tally, acknowledged } = await sandbox.finish();
  expect(tally).toMatchObject({ placed: calls, refused: 0, unanswered: 0, ids: calls });
  expect(await expectOnce(earshot, acknowledged)).toBe(tally.ids);
  await expectSameCounts(earshot, tally);
  await sandbox.stop();
  await earshot.dispose();
});

test("under misbehaviour, too", longer, async () => {
  const earshot = await startEarshot();
  const parameters = ["--calls", `${calls / 4}`, "--rate", "max", "--misbehave", "--seed", "11"];
  const sandbox = await startCalls(earshot.webhookUrl, parameters);
  const { tally, acknowledged } = await sandbox.finish();
  expect(tally.refused + tally.unanswered).toBe(0);
  expect(await expectOnce(earshot, acknowledged)).toBe(tally.ids);
  await expectSameCounts(earshot, tally);
  await sandbox.stop();
  await earshot.dispose();
});

test(
  "kill -9 of everything in the middle of a run: what was acknowledged is there, once",
  longerInCi,
  async () => {
    const first = await startEarshot({ env: { WEBHOOK_SECRET: "a-secret-that-outlives-a-kill" } });
    const parameters = ["--calls", `${calls}`, "--rate", "max", "--retry"];
    const sandbox = await startCalls(first.webhookUrl, parameters);
    const delivered = (share: number) =>
      expect
        .poll(sandbox.delivered, { intervals: [50], timeout: scaledTimeoutMs(60_000) })
        .toBeGreaterThan(calls * share);
    await delivered(0.1);
    for (const pid of Object.values(await first.pids())) process.kill(pid, "SIGKILL");
    await first.kill("SIGKILL");
    const second = await startEarshot({
      dataDir: first.dataDir,
      env: { WEBHOOK_SECRET: "a-secret-that-outlives-a-kill", PORT: new URL(first.url).port },
    });
    await delivered(0.4);
    process.kill(await second.gatewayPid(), "SIGKILL");
    const { acknowledged } = await sandbox.finish();
    expect(acknowledged).toHaveLength(calls);
    await expectOnce(second, acknowledged);
    await sandbox.stop();
    await second.dispose();
    await first.dispose();
  },
);

test(
  "PostgreSQL killed again and again in a run: every POST is 202, and all of them arrive",
  longerInCi,
  async () => {
    const earshot = await startEarshot();
    const sandbox = await startCalls(earshot.webhookUrl, ["--calls", `${calls}`, "--rate", "400"]);
    const kills = setInterval(() => killPostgres(earshot), 400);
    await expect.poll(() => statusOf(`${earshot.url}/api/ready`)).toBe(503);
    await expect
      .poll(sandbox.delivered, { timeout: scaledTimeoutMs(60_000) })
      .toBeGreaterThan(calls * 0.6);
    clearInterval(kills);
    const { tally, acknowledged } = await sandbox.finish();
    expect(tally).toMatchObject({ refused: 0, unanswered: 0, ids: calls });
    expect(await expectOnce(earshot, acknowledged)).toBe(tally.ids);
    await expectSameCounts(earshot, tally);
    await sandbox.stop();
    await earshot.dispose();
  },
);

/**
 * Waits for the journal to be empty, then finds every acknowledged recording on the list, once.
 * @returns how many the list has
 */
async function expectOnce(earshot: Earshot, acknowledged: Acknowledged[]): Promise<number> {
  await expect.poll(() => depthOf(earshot), { timeout: scaledTimeoutMs(120_000) }).toBe(0);
  const list = await openList(earshot.url);
  const listed = await list.ids();
  const all = new Set(listed);
  expect(all.size).toBe(listed.length);
  const missing = acknowledged.filter(({ id }) => !all.has(id));
  expect(missing).toEqual([]);
  for (const { deliveryId, sha256 } of acknowledged.slice(-20)) {
    const delivery = JSON.parse(await list.get(`/api/deliveries/${deliveryId}`));
    expect(delivery).toMatchObject({ sha256 });
  }
  await list.close();
  return listed.length;
}

async function expectSameCounts(earshot: Earshot, tally: Tally): Promise<void> {
  const list = await openList(earshot.url);
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
