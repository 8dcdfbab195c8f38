// The server process: Next.js behind an HTTP server whose limits and end are ours. Plain JavaScript,
// because Next loads its own React and must be started without the boot's loader and conditions.
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import next from "next";
import { answerUnreadable, refuseMethod } from "./serve/answer-unreadable.mjs";
import { finishRequests, watchRequests, watchUpgrades } from "./serve/finish-requests.mjs";
import { holdConsole } from "./serve/hold-console.mjs";
import { PageQueue } from "./serve/page-queue.mjs";
import { withReadablePath } from "./serve/readable-path.mjs";
import { restoreContentLength } from "./serve/restore-content-length.mjs";

const isDevelopment = process.env.EARSHOT_DEV === "1";
const port = Number(process.env.PORT);
const hostname = process.env.HOST;
/** The descriptor of a socket that is bound already and outlives this process. */
const heldSocket = process.env.EARSHOT_LISTEN_FD;
/**
 * So many connections wait to be accepted, where the system allows it; what comes after them is kept
 * waiting for seconds, or lost. Node's 511 are filled by one crowd, and events stand behind it.
 */
const mostUnaccepted = 4_096;
let stopping = false;
/** @type {import("../lib/intake/start-intake").House | undefined} */
let house;

const server = createServer({
  // Addresses hold a search of 10 KB, of which each byte may be written as three.
  maxHeaderSize: 65_536,
  // Counted from the connection, so a server that is behind must not take its own delay for a
  // slow sender: what has arrived whole is to be answered.
  headersTimeout: 30_000,
  // The webhook gives a body ten seconds and answers by itself; this ends what even that misses.
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  // Longer than a proxy keeps an idle connection, so that it never reuses one that is closing.
  keepAliveTimeout: 65_000,
});

const usualMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** With hot reload people read what Next says. */
const giveConsole = process.env.EARSHOT_DEV === "1" ? undefined : holdConsole();

const app = next({
  dev: isDevelopment,
  dir: fileURLToPath(new URL("..", import.meta.url)),
  hostname,
  port,
  // Next listens for upgrades on this server, and only hot reload has a use for them. Once anybody
  // listens, Node emits no `request` for what has an Upgrade header, such as an event that Java sends:
  // it would never be answered. So in production Next is given a server that has no visitors.
  httpServer: isDevelopment ? server : createServer(),
});

/** What other processes tell before what listens for it is loaded. */
const early = Object.assign(globalThis, {
  earshotEarlyNews: /** @type {unknown[] | undefined} */ ([]),
});
process.on("message", (message) => {
  if (message === "stop" || message === "retire") stop({ gently: message === "retire" });
  else early.earshotEarlyNews?.push(message);
});
process.once("disconnect", () => stop());
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => stop({ gently: true }));

/** @type {Promise<NonNullable<typeof house>>} */
const opened = new Promise((resolve) => Object.assign(globalThis, { earshotOpened: resolve }));
await app.prepare();
const handle = app.getRequestHandler();
// Next resolves before what it starts is ready, and a request that comes too early would be lost.
house = await opened;
giveConsole?.(house.logConsole);
const { answerWebhook, normaliseRequest, budgets } = house;
const { reads, writes, ...limits } = budgets.pages;
const queues = {
  reads: new PageQueue({ ...limits, width: reads }),
  // Whoever sends a body slowly has a turn for so long, and no longer.
  writes: new PageQueue({ ...limits, width: writes, turnMs: 5_000 }),
};

watchRequests(server);
if (isDevelopment) watchUpgrades(server);
server.on("request", (request, response) => {
  request.url = withReadablePath(request.url ?? "/");
  if (answerWebhook(request, response)) return;
  if (!usualMethods.has(request.method ?? "")) return refuseMethod(response);
  normaliseRequest(request);
  restoreContentLength(response);
  const answer = () => handle(request, response);
  const queue = queueOf(request);
  if (queue) queues[queue].add(response, String(request.headers["x-forwarded-for"]), answer);
  else answer();
});
server.on("clientError", answerUnreadable);
server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
  report({ listenFault: error.code ?? error.message }, () => process.exit(1));
});
server.listen(
  heldSocket ? { fd: Number(heldSocket) } : { port, host: hostname },
  mostUnaccepted,
  () => report({ ready: true }),
);

async function stop({ gently = false } = {}) {
  if (stopping) return;
  stopping = true;
  await finishRequests(server, { gently });
  await house?.shutDown();
  process.exit(0);
}

/**
 * Where it waits for its turn. Not what only reads a file, nor monitors, which are to be answered
 * whatever pages wait for; nor what waits for strangers: the place where a recording's sound lies.
 * @param {import("node:http").IncomingMessage} request
 */
function queueOf({ method, url = "" }) {
  if (/^\/(_next|api\/(health|ready|recordings\/[^/]+\/(audio|roster)))\b/.test(url)) return null;
  return method === "GET" || method === "HEAD" ? "reads" : "writes";
}

/**
 * @param {{ ready?: true, listenFault?: string }} message
 * @param {() => void} [afterwards]
 */
function report(message, afterwards = () => undefined) {
  if (process.send && process.connected) process.send(message, afterwards);
  else afterwards();
}
