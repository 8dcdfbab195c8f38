import { readFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { upgradeHeaders } from "../bodies/wire-requests";
import { once } from "../scratch/run-scenarios";
import type { Site } from "../server/site";
import { deliverWorstCall, largeBodies, postLarge, spoilJournal } from "./hard-deliveries";
import { ask, askAs, type Visit } from "./visit";

/** What is done beside the events, over and over until it is told to stop. */
export type Crowd = {
  name: string;
  /** True where processes are ended on purpose. */
  endsProcesses?: boolean;
  /** What it may be told, beside what a budget says. */
  expected?: (number | string)[];
  /** So many open files each process may have, instead of what the system allows. */
  descriptors?: number;
  /** What must be there before. */
  prepare?: (site: Site) => Promise<void>;
  run: (visit: Visit) => Promise<void>;
};

export const crowds: Crowd[] = [
  {
    name: "sign-ins",
    // An invitation is refused in the form.
    expected: [200, 401],
    run: (visit) =>
      repeat(visit, 1_000, (n) => (n % 2 ? guessPassword : guessInvitation)(n, visit)),
  },
  {
    name: "upgrades",
    descriptors: 1_024,
    // Whoever is nobody is led to the sign-in page, and more than may be open are closed.
    expected: [307, "closed", "ECONNRESET"],
    run: (visit) => repeat(visit, 5_000, offerUpgrade),
  },
  { name: "heads", run: (visit) => repeat(visit, 60, (n) => askForList(n, visit, "HEAD")) },
  { name: "posts", run: (visit) => repeat(visit, 60, (n) => askForList(n, visit, "POST")) },
  { name: "slow-forms", run: (visit) => repeat(visit, 60, sendSlowForm) },
  {
    name: "streams",
    run: (visit) =>
      repeat(visit, 1_000, (n) =>
        askAs(n, visit, {
          path: "/api/recordings/events",
          headers: { Accept: "text/event-stream" },
        }),
      ),
  },
  {
    name: "exports",
    run: (visit) =>
      repeat(visit, 200, (n) => askAs(n, visit, { path: "/api/recordings/export?format=csv" })),
  },
  {
    name: "worst-call",
    prepare: deliverWorstCall,
    run: (visit) =>
      repeat(visit, 20, (n) =>
        askAs(n, visit, {
          path: n % 2 ? "/recordings/worst-call" : "/recordings?open=worst-call",
        }),
      ),
  },
  {
    name: "far-days",
    run: (visit) =>
      repeat(visit, 20, (n) =>
        askAs(n, visit, { path: "/recordings?from=0001-01-01&to=9999-12-31" }),
      ),
  },
  {
    name: "empty-records",
    run: (visit) => repeat(visit, 1, () => postLarge(visit, largeBodies.emptyRecords())),
  },
  {
    name: "many-keys",
    run: (visit) => repeat(visit, 1, () => postLarge(visit, largeBodies.manyKeys())),
  },
  { name: "undecodable-entries", prepare: spoilJournal, run: async () => undefined },
  { name: "killed-programs", endsProcesses: true, run: killPrograms },
  // Once, and the last: what it holds takes the worker longer than to be measured beside.
  {
    name: "packed-records",
    run: (visit) => postLarge(visit, largeBodies.packedRecords(visit.isShort ? 10_000 : 100_000)),
  },
];

type Step = (n: number, visit: Visit) => Promise<unknown>;

/**
 * All begin at once, and each again as soon as it is over: a crowd that is refused at once comes again
 * soon, but is no loop of the processor's.
 */
async function repeat(visit: Visit, width: number, step: Step): Promise<void> {
  let next = 0;
  const pauseMs = Math.max(50, width * 2);
  const one = async () => {
    while (!visit.stop.aborted) {
      await step(next++, visit).catch(() => undefined);
      await sleep(pauseMs, undefined, { signal: visit.stop }).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: width }, one));
}

function askForList(n: number, visit: Visit, method: string): Promise<void> {
  return askAs(n, visit, { method, path: `/recordings?q=${n}` });
}

function offerUpgrade(_n: number, { site, stop, answers }: Visit): Promise<void> {
  const { hostname, port } = new URL(site.server.url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), signal: stop });
    let isOver = false;
    const end = (answer: number | string, headers?: IncomingHttpHeaders) => {
      if (!isOver && !stop.aborted) answers.add(answer, headers);
      isOver = true;
      socket.destroy();
      resolve();
    };
    socket.setTimeout(20_000, () => end("silence"));
    socket.once("data", (bytes) => {
      const [, status] = /^HTTP\/1.1 (\d+)/.exec(String(bytes)) ?? [];
      const [, later] = /^Retry-After: *(.*)$/im.exec(String(bytes)) ?? [];
      end(Number(status), { "retry-after": later });
    });
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    socket.once("close", () => end("closed"));
    socket.write(["GET /x HTTP/1.1", "Host: bench", ...upgradeHeaders("h2c"), "", ""].join("\r\n"));
  });
}

const formSeconds = 60;

/** A form of which a piece comes each second. */
async function sendSlowForm(_n: number, { site, stop, answers }: Visit): Promise<void> {
  const piece = `email=${"x".repeat(100)}&`;
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": piece.length * formSeconds,
    Origin: site.server.url,
  };
  await new Promise<void>((resolve) => {
    const options = { method: "POST", headers, signal: stop, agent: false };
    const sent = request(`${site.server.url}/sign-in`, options, (answer) => {
      answers.add(answer.statusCode ?? 0, answer.headers);
      answer.resume();
    });
    let pieces = 0;
    const timer = setInterval(() => {
      if (++pieces < formSeconds) sent.write(piece);
      else sent.end(piece);
    }, 1_000);
    sent.once("error", () => undefined);
    sent.once("close", () => {
      clearInterval(timer);
      resolve();
    });
  });
}

async function killPrograms({ site, stop }: Visit): Promise<void> {
  while (!stop.aborted) {
    const { web, worker } = await site.server.pids();
    for (const pid of [web, worker]) if (pid) process.kill(pid, "SIGKILL");
    await sleep(1_000);
  }
}

/** Each from another address. */
function addressOf(n: number): Record<string, string> {
  return { "X-Forwarded-For": `198.51.${(n >> 8) & 255}.${n & 255}` };
}

/** A sign-in with a wrong password. */
function guessPassword(n: number, visit: Visit): Promise<void> {
  const body = JSON.stringify({ email: `nobody-${n}@example.com`, password: "not the password" });
  const headers = { "Content-Type": "application/json", Origin: visit.site.server.url };
  const path = "/api/auth/sign-in/email";
  return ask(visit, { method: "POST", path, headers: { ...headers, ...addressOf(n) }, body });
}

/** An invitation that nobody has made, taken as its page does. */
async function guessInvitation(n: number, visit: Visit): Promise<void> {
  const form = new FormData();
  const given = { token: `invented-${n}`, name: "Eve", email: `eve-${n}@example.com` };
  for (const [key, value] of Object.entries({ ...given, password: "not the password" })) {
    form.append(`_1_${key}`, value);
  }
  form.append("0", JSON.stringify([null, "$K1"]));
  const encoded = new Response(form);
  const headers = {
    "Content-Type": encoded.headers.get("content-type") ?? "",
    "Next-Action": await findAction(visit.source),
    Origin: visit.site.server.url,
  };
  const body = Buffer.from(await encoded.arrayBuffer());
  return ask(visit, {
    method: "POST",
    path: "/sign-in",
    headers: { ...headers, ...addressOf(n) },
    body,
  });
}

const known = new Map<string, () => Promise<string>>();

function findAction(source: string): Promise<string> {
  const find = known.get(source) ?? once(() => readAction(source));
  known.set(source, find);
  return find();
}

async function readAction(source: string): Promise<string> {
  const file = join(source, ".next", "server", "server-reference-manifest.json");
  const { node }: { node: Record<string, { exportedName: string }> } = JSON.parse(
    await readFile(file, "utf8"),
  );
  const found = Object.entries(node).find(([, { exportedName }]) => exportedName === action);
  if (!found) throw new Error(`There is no action ${action} in the build`);
  return found[0];
}

const action = "acceptInvitation";
