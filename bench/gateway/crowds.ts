import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { upgradeHeaders } from "../bodies/wire-requests";
import type { Site } from "../house/site";
import type { SentEvent } from "../ledger/sent-ledger";

/** What is done beside the events, over and over until it is told to stop. */
export type Crowd = {
  name: string;
  /** True where processes are ended on purpose. */
  endsProcesses?: boolean;
  run: (visit: Visit) => Promise<void>;
};

type Visit = { site: Site; cookie: string; stop: AbortSignal };

export const crowds: Crowd[] = [
  { name: "sign-ins", run: (visit) => repeat(visit, 100, signInWrongly) },
  { name: "upgrades", run: (visit) => repeat(visit, 200, offerUpgrade) },
  {
    name: "heads",
    run: (visit) => repeat(visit, 60, (n) => ask(visit, "HEAD", `/recordings?q=${n}`)),
  },
  {
    name: "posts",
    run: (visit) => repeat(visit, 60, (n) => ask(visit, "POST", `/recordings?q=${n}`)),
  },
  { name: "streams", run: (visit) => repeat(visit, 1_000, () => openStream(visit)) },
  {
    name: "exports",
    run: (visit) =>
      repeat(visit, 200, () => ask(visit, "GET", "/api/recordings/export?format=csv")),
  },
  {
    name: "far-days",
    run: (visit) =>
      repeat(visit, 20, () => ask(visit, "GET", "/recordings?from=0001-01-01&to=9999-12-31")),
  },
  { name: "many-records", run: (visit) => repeat(visit, 1, (n) => postLarge(visit, n)) },
  { name: "killed-programs", endsProcesses: true, run: killPrograms },
];

type Step = (n: number, visit: Visit) => Promise<unknown>;

/** So many do the same, each again as soon as the last one is over. */
async function repeat(visit: Visit, width: number, step: Step): Promise<void> {
  let next = 0;
  const one = async () => {
    while (!visit.stop.aborted) {
      await step(next++, visit).catch(() => undefined);
      // A crowd that is refused at once comes again soon, but is no loop of the processor's.
      await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: width }, one));
}

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });

/** Resolves when the answer has ended, whatever it is. */
function ask(
  { site, cookie, stop }: Visit,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: string | Buffer = "",
): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(
      `${site.house.url}${path}`,
      { method, agent, signal: stop, headers: { Cookie: cookie, ...headers } },
      (answer) => answer.resume().once("close", resolve),
    );
    sent.once("error", () => resolve());
    sent.end(body);
  });
}

function signInWrongly(n: number, visit: Visit): Promise<void> {
  const body = JSON.stringify({ email: `nobody-${n}@example.com`, password: "not the password" });
  const headers = {
    "Content-Type": "application/json",
    Cookie: "",
    Origin: visit.site.house.url,
    "X-Forwarded-For": `198.51.${(n >> 8) & 255}.${n & 255}`,
  };
  return ask(visit, "POST", "/api/auth/sign-in/email", headers, body);
}

function offerUpgrade(_n: number, { site, stop }: Visit): Promise<void> {
  const { hostname, port } = new URL(site.house.url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), signal: stop });
    const end = () => {
      socket.destroy();
      resolve();
    };
    socket.setTimeout(2_000, end);
    socket.once("data", end).once("error", end).once("close", end);
    socket.write(["GET /x HTTP/1.1", "Host: bench", ...upgradeHeaders("h2c"), "", ""].join("\r\n"));
  });
}

function openStream(visit: Visit): Promise<void> {
  return ask(visit, "GET", "/api/recordings/events", { Accept: "text/event-stream" });
}

const large = [
  () => Buffer.from(`[${Array(500_000).fill("{}").join()}]`),
  () => {
    const keys = Array.from({ length: 300_000 }, (_, n) => `"unknown_${n}":${n}`);
    return Buffer.from(`{"id":"wide","call_sid":"CA-wide",${keys.join()}}`);
  },
  () => {
    const record = `{"id":"crowd","call_sid":"CA-crowd","summary":"${"x".repeat(250)}"}`;
    return gzipSync(`[${Array(100_000).fill(record).join()}]`);
  },
];

/** Authentic, so it must be kept like any other. */
async function postLarge({ site, stop }: Visit, n: number): Promise<void> {
  const body = large[n % large.length]?.() ?? Buffer.alloc(0);
  const event: SentEvent = {
    sha256: createHash("sha256").update(body).digest("hex"),
    ...{ attempts: 1, acks: [], recordingId: null },
  };
  try {
    const answer = await fetch(site.house.webhookUrl, { method: "POST", body, signal: stop });
    const { deliveryId } = (await answer.json()) as { deliveryId: string };
    if (answer.status === 202) event.acks.push({ deliveryId, atMs: Date.now() });
  } finally {
    site.ledger.add(event);
  }
  await sleep(1_000);
}

async function killPrograms({ site, stop }: Visit): Promise<void> {
  while (!stop.aborted) {
    const { web, worker } = await site.house.pids();
    for (const pid of [web, worker]) if (pid) process.kill(pid, "SIGKILL");
    await sleep(1_000);
  }
}
