import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { type Figure, reported } from "../report/figure";
import { say } from "../report/say";
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

/** What a request of somebody without a session costs before it is refused, or counted. */
export async function measureStrangers(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch } = setting;
  const times = isShort ? 60 : 300;
  const source = await setting.source();
  return withSite({ scratch, name: "strangers", source }, async (site) => {
    const figures: Figure[] = [];
    for (const approach of approaches) {
      // Whatever is loaded and compiled for it once.
      await send(site, approach, 20);
      const before = await readProcessorMs(site);
      const answers = await send(site, approach, times);
      const each = ((await readProcessorMs(site)) - before) / times;
      say(`strangers: ${approach.name}: ${each.toFixed(2)} ms each ${JSON.stringify(answers)}`);
      const name = `strangers.${approach.name}.processor`;
      const isCounted = (answers["429"] ?? 0) > 0;
      figures.push(
        isCounted ? reported(name, each, "ms") : atMostLong(setting, name, each, "ms", 10),
      );
    }
    return figures;
  });
}

async function send(site: Site, approach: Approach, times: number) {
  const answers: Record<string, number> = {};
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0; n < times; n++) {
    const status = await ask(site, approach, agent);
    answers[status] = (answers[status] ?? 0) + 1;
  }
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

/** Of gateway and web, since they began. */
async function readProcessorMs(site: Site): Promise<number> {
  const { gateway, web } = await site.server.pids();
  const spent = await Promise.all(
    [gateway, web].map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8");
      // Behind the name, which may hold blanks: the 14th and 15th fields, in hundredths of a second.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) * 10;
    }),
  );
  return spent.reduce((sum, one) => sum + one, 0);
}
