import { Agent, get, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { percentile } from "@/bench/report/percentile";
import { byLength, longer, longerInCi, scaledTimeoutMs } from "../support/requests/fault-length";
import { signInRaw } from "../support/requests/raw-request";
import { holdSlowSockets } from "../support/requests/slow-sockets";
import { readReadiness, type SteadyLoad, startSteadyLoad } from "../support/requests/steady-load";
import { floodWithWrongSecrets } from "../support/requests/wrong-secrets";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";
import { watchMemory } from "../support/server/memory";
import { findServerAction, type ServerAction, toActionCall } from "../support/sweep/server-actions";

test.describe.configure({ timeout: scaledTimeoutMs(120_000) });

const perSecond = 50;
/** On two cores that others use as well; senders give up after five seconds, if they do. */
const promptMs = 2_000;
const mebibyte = 1024 * 1024;

let earshot: Earshot;
let load: SteadyLoad;
let databaseUrl: string;
let acceptInvitation: ServerAction;

test.beforeAll(async () => {
  [earshot, load] = await Promise.all([
    startEarshot({ env: { TRUSTED_PROXIES: "1" } }),
    startSteadyLoad(),
  ]);
  acceptInvitation = await findServerAction("lib/access/members/actions.ts acceptInvitation");
  databaseUrl = await embeddedDatabaseUrl(earshot.dataDir);
  await load.send(earshot.webhookUrl, { perSecond: 200, until: { events: 600 } });
});
test.afterAll(async () => {
  await load?.close();
  await earshot?.dispose();
});

test(
  "2,000 slow and half-open connections take neither time nor memory from good ones",
  longer,
  async () => {
    const before = await measure(1);
    // Some are always on the way back, after the server has ended them.
    const crowd = await holdSlowSockets(earshot.webhookUrl, 2_300);
    const beside = await measure(byLength(4, 40));
    expect(crowd.open()).toBeGreaterThan(2_000);
    crowd.close();
    const after = await measure(1);
    note({ before, beside, after });
    expect(beside.p99).toBeLessThan(2 * Math.max(before.p99, after.p99, noiseMs));
    expect(beside.bytes - before.bytes).toBeLessThan(128 * mebibyte);
  },
);

test(
  "500 lists that wait for the database at once neither refuse an event nor delay it",
  longerInCi,
  async () => {
    const cookie = await signInRaw(earshot.url, administrator.email, administrator.password);
    expect(await readPage("/recordings", cookie)).toBe(200);
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query("BEGIN");
    await client.query("LOCK TABLE recording IN ACCESS EXCLUSIVE MODE");
    const sending = load.start(earshot.webhookUrl, { perSecond, until: {} });
    const crowd = new Agent({ maxSockets: 500 });
    for (let n = 0; n < 500; n++) readPage(`/recordings?q=kim+${n}`, cookie, crowd);
    await sleep(byLength(5_000, 60_000, 15_000));
    await client.query("COMMIT");
    await client.end();
    crowd.destroy();
    const listed = async () => (await readPage("/recordings", cookie)) === 200;
    await expect.poll(listed).toBe(true);
    const { issued, answers, latencyMs } = await sending.stop();
    note(latencyMs);
    expect(answers).toEqual({ 202: issued });
    expect(latencyMs.p99).toBeLessThan(promptMs);
    await load.expectKept(earshot.url, databaseUrl, 60_000);
  },
);

test(
  "thousands of wrong secrets from one address cost their sender its connections, and others nothing",
  longerInCi,
  async () => {
    const guesses = byLength(4_000, 100_000, 20_000);
    const memory = watchMemory(await earshot.gatewayPid());
    const alone = await measure(1);
    const lines = () => earshot.output().split("\n").length;
    const linesBefore = lines();
    const sending = load.start(earshot.webhookUrl, { perSecond, until: {} });
    const { statuses, closed } = await floodWithWrongSecrets(earshot.url, guesses);
    const { issued, answers, latencyMs } = await sending.stop();
    expect(statuses).toEqual({ 401: guesses });
    expect(closed).toBeGreaterThan(guesses - 200);
    expect(answers).toEqual({ 202: issued });
    expect(latencyMs.p99).toBeLessThan(promptMs);
    expect(lines() - linesBefore).toBeLessThan(20);
    expect((await memory.stop()) - alone.bytes).toBeLessThan(64 * mebibyte);
    expect((await readReadiness(earshot.url)).reasons).toEqual([]);
  },
);

test("600 wrong passwords and invented invitations at once keep no event out", async () => {
  const sending = load.start(earshot.webhookUrl, { perSecond, until: {} });
  await sleep(1_000);
  const guesses = Array.from({ length: 600 }, (_, n) => guess(n).catch(String));
  const told: Record<string, number> = {};
  for (const answer of await Promise.all(guesses)) told[answer] = (told[answer] ?? 0) + 1;
  const { issued, answers, latencyMs } = await sending.stop();
  note({ issued, latencyMs, told });
  expect(answers).toEqual({ 202: issued });
  expect(told).toMatchObject({
    "401 INVALID_EMAIL_OR_PASSWORD": expect.any(Number),
    "429 sign-in-busy": expect.any(Number),
  });
  await signInRaw(earshot.url, administrator.email, administrator.password);
});

/** Tries to get in as a stranger, each time from another address; gives what they are told. */
async function guess(n: number): Promise<string> {
  const headers = { Origin: earshot.url, "X-Forwarded-For": `198.51.${n >> 8}.${n & 255}` };
  const password = "not the password";
  if (n % 3 === 0) {
    const given = { token: `invented-${n}`, name: "Eve", email: "eve@example.com", password };
    const call = await toActionCall(acceptInvitation, "/sign-in", [null, given]);
    const { status, text } = await post(call.path, { ...call.headers, ...headers }, call.body);
    return `${status} ${/"refusal":"([a-z-]+)"/.exec(text)?.[1]}`;
  }
  const body = JSON.stringify({ email: `${n}@example.com`, password });
  const json = { ...headers, "Content-Type": "application/json" };
  const { status, text } = await post("/api/auth/sign-in/email", json, body);
  return `${status} ${/"code":"([^"]+)"/.exec(text)?.[1]}`;
}

function post(path: string, headers: Record<string, string>, body: string | Buffer = "") {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(`${earshot.url}${path}`, { method: "POST", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      answer.once("error", reject);
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Below this a shared machine's own unrest says more than the product. */
const noiseMs = 100;
const windowMs = 3_000;

/** The median of the 99th percentiles of some windows, and the most memory in any of them. */
async function measure(windows: number): Promise<{ p99: number; bytes: number }> {
  const memory = watchMemory(await earshot.gatewayPid());
  const p99s: number[] = [];
  for (let window = 0; window < windows; window++) {
    const { issued, answers, latencyMs } = await load.send(earshot.webhookUrl, {
      perSecond,
      until: { durationMs: windowMs },
    });
    expect(answers).toEqual({ 202: issued });
    p99s.push(latencyMs.p99);
  }
  return { p99: percentile(p99s, 0.5), bytes: await memory.stop() };
}

function note(measured: object): void {
  test.info().annotations.push({ type: "measured", description: JSON.stringify(measured) });
}

function readPage(path: string, cookie: string, agent?: Agent): Promise<number> {
  return new Promise((resolve) => {
    const asked = get(`${earshot.url}${path}`, { agent, headers: { Cookie: cookie } }, (answer) => {
      answer.resume().once("close", () => resolve(answer.statusCode ?? 0));
    });
    asked.once("error", () => resolve(0));
  });
}
