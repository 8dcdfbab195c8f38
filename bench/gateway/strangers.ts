import { Agent, request } from "node:http";
import { type Figure, reported } from "../report/figure";
import { median, percentile } from "../report/percentile";
import { say } from "../report/say";
import { readProcessorTimes, spentBetween } from "../server/processor-times";
import { type Site, withSite } from "../server/site";
import { atMostLong, type Setting } from "./setting";

/** What somebody without a session may send. */
type Approach = {
  name: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
};

const json = { "Content-Type": "application/json" };
const wrongPassword = JSON.stringify({ email: "nobody@example.com", password: "not the password" });
const action = { "Next-Action": "0".repeat(42), "Content-Type": "text/plain;charset=UTF-8" };
const deep = Buffer.from(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
const wide = Buffer.from(`{${Array.from({ length: 50_000 }, (_, n) => `"key_${n}":${n}`).join()}}`);

const approaches: Approach[] = [
  { name: "list", method: "GET", path: "/recordings" },
  { name: "list-from-year-1", method: "GET", path: "/recordings?from=0001-01-01&to=9999-12-31" },
  { name: "list-long-address", method: "GET", path: `/recordings?q=${"x".repeat(30_000)}` },
  { name: "list-head", method: "HEAD", path: "/recordings" },
  { name: "list-post", method: "POST", path: "/recordings", body: wide },
  { name: "call", method: "GET", path: "/recordings/some-call" },
  { name: "export", method: "GET", path: "/api/recordings/export?format=csv" },
  { name: "stream", method: "GET", path: "/api/recordings/events" },
  { name: "audio", method: "GET", path: "/api/recordings/some-call/audio" },
  { name: "unknown-page", method: "GET", path: "/nothing/here" },
  { name: "sign-in-page", method: "GET", path: "/sign-in" },
  { name: "set-up-page", method: "GET", path: `/set-up/${"x".repeat(43)}` },
  { name: "unknown-action", method: "POST", path: "/sign-in", headers: action, body: deep },
  { name: "ready", method: "GET", path: "/api/ready" },
  { name: "health", method: "GET", path: "/api/health" },
  { name: "image", method: "GET", path: "/_next/image?url=%2Ficon.svg&w=3840&q=75" },
  {
    name: "upgrade",
    method: "GET",
    path: "/x",
    headers: { Connection: "Upgrade", Upgrade: "h2c" },
  },
  { name: "wrong-secret", method: "POST", path: hook("w"), headers: json, body: wide },
  { name: "wrong-secret-10-mb", method: "POST", path: hook("v"), body: Buffer.alloc(10_000_000) },
  {
    name: "wrong-password",
    method: "POST",
    path: "/api/auth/sign-in/email",
    headers: json,
    body: Buffer.from(wrongPassword),
  },
  {
    name: "odd-sign-in",
    method: "POST",
    path: "/api/auth/sign-in/email",
    headers: json,
    body: deep,
  },
];

function hook(letter: string): string {
  return `/api/webhooks/recordings/${letter.repeat(43)}`;
}

/** A single one takes less than the clock and what else goes on let us see. */
const groupOf = 10;

/**
 * What a request of somebody without a session costs before it is refused, or counted: of nearly every ten, and
 * of all processes together, PostgreSQL's among them.
 */
export async function measureStrangers(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch } = setting;
  const groups = isShort ? 6 : 30;
  const source = await setting.source();
  return withSite({ scratch, name: "strangers", source }, async (site) => {
    const figures: Figure[] = [];
    const measured: { approach: Approach; most: number; isCounted: boolean }[] = [];
    for (const approach of approaches) {
      // Whatever is loaded and compiled for it once.
      await send(site, approach, 20);
      const costs: number[] = [];
      const answers: Record<string, number> = {};
      for (let group = 0; group < groups; group++) {
        const before = await readProcessorTimes();
        const told = await send(site, approach, groupOf);
        costs.push(spentBetween(before, await readProcessorTimes()) / groupOf);
        for (const status of told) answers[status] = (answers[status] ?? 0) + 1;
      }
      const [most, middle] = [percentile(costs, share), median(costs)];
      say(
        `strangers: ${approach.name}: ${middle.toFixed(2)} ms each, at most ${most.toFixed(2)} ms ` +
          `${JSON.stringify(answers)}`,
      );
      measured.push({ approach, most, isCounted: (answers["429"] ?? 0) > 0 });
    }
    for (const { approach, most, isCounted } of measured) {
      const name = `strangers.${approach.name}.processor`;
      const isRefusedLater =
        isCounted || (!isShort && most > mostMs && (await isRefused(site, approach)));
      figures.push(
        isRefusedLater ? reported(name, most, "ms") : atMostLong(setting, name, most, "ms", mostMs),
      );
    }
    return figures;
  });
}

const mostMs = 10;
/** More than any budget allows an address in a minute. */
const mostTimes = 3_000;

/** Whether what is dear is counted against its address: tried at the end, since it then counts for all. */
async function isRefused(site: Site, approach: Approach): Promise<boolean> {
  for (let times = 0; times < mostTimes; times += groupOf * width) {
    const told = await Promise.all(
      Array.from({ length: width }, () => send(site, approach, groupOf)),
    );
    if (told.flat().includes("429")) return true;
  }
  return false;
}

const width = 4;

/** All but one of thirty groups: in one of them something else may have its turn. */
const share = 0.95;

async function send(site: Site, approach: Approach, times: number): Promise<string[]> {
  const answers: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0; n < times; n++) answers.push(await ask(site, approach, agent));
  agent.destroy();
  return answers;
}

const timeoutMs = 10_000;

/** The status, or what became of the connection. */
function ask(site: Site, { method, path, headers, body }: Approach, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(`${site.server.url}${path}`, { method, headers, agent }, (answer) => {
      answer.resume().once("close", () => resolve(String(answer.statusCode)));
    });
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error("silence")));
    sent.end(body);
  });
}
