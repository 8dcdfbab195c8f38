import { connect } from "node:net";
import type { RawAnswer, RawCall } from "../requests/raw-request";
import { pathOf, type Route } from "../requests/routes";
import type { CallingServiceStub, TokenManner } from "../server/calling-service-stub";
import { administrator } from "../server/earshot";
import type { SeededServer } from "../server/seeded-server";
import { crawl } from "./crawl";
import type { Evidence } from "./evidence";
import { approach } from "./request-variants";
import { type ActionUse, findServerActions, toActionCall } from "./server-actions";

/** The words by which an Earshot and its neighbours know each other. */
export type Canaries = {
  apiKey: string;
  token: string;
  webhookSecret: string;
  authSecret: string;
  password: string;
  /** What people look for. */
  search: string;
};

type Scene = {
  server: SeededServer;
  routes: Route[];
  canaries: Canaries;
  evidence: Evidence;
};

/** Does what people, the calling service and strangers do, and keeps every answer as evidence. */
export async function useEverything(scene: Scene): Promise<{ pages: number; files: number }> {
  const { server, routes } = scene;
  const ask = asker(scene);
  await tryConnection(scene, "issues");
  const slow = tryConnection(scene, "never answers");
  const crawled = await crawl(
    routes.map((route) => pathOf(route, server.segments)),
    ask,
  );
  await listen(scene);
  await search(scene);
  await revealTheWebhook(scene);
  await stumbleAtTheWebhook(scene);
  await stumbleAtTheEntrance(scene);
  await slow;
  for (const manner of faults) {
    await tryConnection(scene, manner);
    await listen(scene);
  }
  return crawled;
}

/** What is asked for while the database is away. */
export async function useWithoutDatabase(scene: Scene): Promise<void> {
  const { server, routes } = scene;
  const ask = asker(scene);
  for (const route of routes) await ask({ path: pathOf(route, server.segments) });
  await stumbleAtTheWebhook(scene);
  await stumbleAtTheEntrance(scene);
}

const faults: TokenManner[] = [
  "refuses the key",
  "refuses the key politely",
  "hangs up",
  "answers nonsense",
  "forgets the expiry",
  "is broken",
];

function asker({ server, evidence }: Scene): (call: RawCall) => Promise<RawAnswer> {
  return async (call) => {
    const answer = await approach(server.earshot.url, call, server.cookie);
    evidence.addAnswer(call, answer);
    return answer;
  };
}

/** Tests the connection while the service is in this mood, and looks what the page says then. */
async function tryConnection(scene: Scene, manner: TokenManner): Promise<void> {
  const { service }: { service: CallingServiceStub } = scene.server;
  service.behave(manner);
  await act(scene, {
    name: "lib/calling-service/actions.ts testCallingService",
    page: "/settings/calling-service",
    given: [],
  });
  await asker(scene)({ path: "/settings/calling-service" });
}

async function listen(scene: Scene): Promise<void> {
  const ask = asker(scene);
  const files = pathOf({ pattern: "/api/recordings/[id]" }, scene.server.segments);
  await ask({ path: `${files}/audio` });
  await ask({ path: `${files}/audio`, method: "HEAD" });
  await ask({ path: `${files}/audio`, headers: { Range: "bytes=4-99" } });
  await ask({ path: `${files}/audio`, headers: { Range: "bytes=99999999-" } });
  await ask({ path: `${files}/roster` });
  await ask({ path: "/api/recordings/no-such-call/audio" });
}

async function search(scene: Scene): Promise<void> {
  const { canaries, server } = scene;
  const ask = asker(scene);
  const look = `q=${canaries.search}&customer=${server.recording.customerId}`;
  for (const path of [
    "/recordings",
    "/customers",
    "/api/recordings/export",
    "/api/recordings/counts",
    "/api/find",
  ]) {
    await ask({ path: `${path}?${look}` });
  }
  await act(scene, {
    name: "lib/intake/actions.ts readMatchingAgain",
    page: "/settings/webhooks/deliveries",
    given: [null, { filter: `recording=${canaries.search}` }],
  });
}

async function revealTheWebhook(scene: Scene): Promise<void> {
  const { rows } = await scene.server.database.query("SELECT id FROM webhook_secret");
  await act(scene, {
    name: "lib/intake/actions.ts revealWebhookUrl",
    page: "/settings/webhooks",
    given: [String(rows[0]?.id)],
  });
}

async function stumbleAtTheWebhook(scene: Scene): Promise<void> {
  const { server, canaries, evidence } = scene;
  const ask = asker(scene);
  const hook = new URL(server.earshot.webhookUrl).pathname;
  const wrong = hook.slice(0, -1);
  const calls: RawCall[] = [
    ...["GET", "HEAD", "PUT", "OPTIONS", "DELETE"].map((method) => ({ path: hook, method })),
    ...[`${hook}/`, `${hook}/more`, `/${hook}`, hook.toUpperCase(), `${hook}%00`, `${hook}%`].map(
      (path) => ({ path, method: "POST", body: "{" }),
    ),
    { path: hook, headers: { RSC: "1" } },
    { path: hook, method: "POST", headers: { "Next-Action": "00".repeat(21) }, body: "[]" },
    { path: wrong, method: "POST", body: "{}" },
    { path: `/webhooks/${canaries.webhookSecret}`, method: "POST", body: "{}" },
    { path: `/recordings?q=${canaries.webhookSecret}` },
    { path: hook, method: "POST", body: "not JSON" },
    { path: hook, method: "POST", body: "x".repeat(30_000) },
    {
      path: hook,
      method: "POST",
      headers: { Authorization: `Bearer ${canaries.token}` },
      body: JSON.stringify(server.recording.payload),
    },
    {
      path: hook,
      method: "POST",
      headers: headersOfProxies(`https://calls.example.com${hook}`),
      body: JSON.stringify(server.recording.payload),
    },
  ];
  for (const call of calls) await ask(call);
  const origin = new URL(server.earshot.url);
  for (const rest of ["No-Colon\r\n\r\n", "Content-Length: 50\r\n\r\n{"]) {
    const answer = await sendBroken(origin, `POST ${hook} HTTP/1.1\r\nHost: x\r\n${rest}`);
    evidence.add(`a broken POST ${hook}`, answer, hook);
  }
}

/** Proxies tell in many ways what was asked for, and a sender may name it too. */
function headersOfProxies(url: string): Record<string, string> {
  const encoded = url.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return {
    "X-Original-URI": url,
    "X-Envoy-Original-Path": url,
    "X-Forwarded-Uri": encoded,
    Referer: url,
    Forwarded: `for="${url}"`,
    "X-Forwarded-For": `${url}, 192.0.2.1`,
    "User-Agent": `Sender/1.0 (${url}; ${encoded}; ${encodeURIComponent(encoded)})`,
  };
}

async function stumbleAtTheEntrance(scene: Scene): Promise<void> {
  const { canaries } = scene;
  const ask = asker(scene);
  const path = "/api/auth/sign-in/email";
  const headers = { "Content-Type": "application/json" };
  const { email } = administrator;
  for (const body of [
    JSON.stringify({ email, password: canaries.password }),
    JSON.stringify({ email: "nobody@example.com", password: canaries.password }),
    JSON.stringify({ email: [email], password: [canaries.password] }),
    `{"email":"${email}","password":"${canaries.password}"`,
  ]) {
    await ask({ path, method: "POST", headers, body });
  }
  for (const name of [email, "nobody@example.com"]) {
    await act(scene, {
      name: "lib/access/members/actions.ts signIn",
      page: "/sign-in",
      given: [null, { email: name, password: canaries.password }],
    });
  }
}

async function act(scene: Scene, { name, page, given }: ActionUse): Promise<void> {
  const action = (await findServerActions()).find((known) => known.name === name);
  if (!action) throw new Error(`There is no action ${name} in the build`);
  await asker(scene)(await toActionCall(action, page, given));
}

/** Sends these bytes, then nothing more; gives what came back. */
function sendBroken({ hostname, port }: URL, bytes: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(bytes));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.once("error", () => undefined);
    socket.once("close", () => resolve(Buffer.concat(chunks)));
  });
}
