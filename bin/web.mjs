// The web process: Next.js, behind the gateway on a local socket; with hot reload by itself on the port.
// Plain JavaScript, because Next loads its own React and must be started without the boot's loader and
// conditions.
import { AsyncResource } from "node:async_hooks";
import { mkdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import next from "next";
import config from "../next.config.mjs";
import {
  finishHead,
  finishRequests,
  PageQueue,
  watchRequests,
  watchUpgrades,
} from "./serve/requests.mjs";

/** The ZIP of all that a filter finds is no recording's. */
const ofKeptSound = /^\/api\/recordings\/(?!export\/)[^/?]+\/audio(?:\?|$)/;
/** What Next adds to a recording's sound. */
const ofSound = new Map(
  (await config.headers())
    .filter(({ source }) => source === "/:path*" || source.includes("audio"))
    .flatMap(({ headers }) => headers.map(({ key, value }) => /** @type {const} */ ([key, value]))),
);
const isDevelopment = process.env.EARSHOT_DEV === "1";
const port = Number(process.env.PORT);
const hostname = process.env.HOST;
const runFolder = process.env.EARSHOT_RUN_DIR;
/** @type {import("../lib/intake/start-intake").WebContext | undefined} */
let context;
let stopping = false;
/** A crowd that the gateway passes on at once; see there. */
const mostUnaccepted = 4_096;

const server = createServer({
  // What the gateway let pass is never refused here, and the gateway has the patience.
  maxHeaderSize: 131_072,
  headersTimeout: 0,
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
});

/** With hot reload people read what Next says. */
const giveConsole = isDevelopment ? undefined : holdConsole();

const app = next({
  dev: isDevelopment,
  dir: fileURLToPath(new URL("..", import.meta.url)),
  hostname,
  port,
  // Next listens for upgrades on this server, and only hot reload has a use for them.
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

/** @type {Promise<NonNullable<typeof context>>} */
const opened = new Promise((resolve) => Object.assign(globalThis, { earshotOpened: resolve }));
await app.prepare();
const handle = app.getRequestHandler();
// Next resolves before what it starts is ready, and a request that comes too early would be lost.
context = await opened;
giveConsole?.(context.logConsole);
const { normaliseRequest, answerStranger, answerOutage, refusePage, sendAnswer } = context;
const { dropRest, serve, budgets } = context;
const { reads, writes, waiting } = budgets.pages;
const limits = { waiting, refuse: refusePage };
const queues = {
  reads: new PageQueue({ ...limits, width: reads }),
  // Whoever sends a body slowly has a turn for so long, and no longer.
  writes: new PageQueue({ ...limits, width: writes, turnMs: 5_000 }),
};

watchRequests(server);
if (isDevelopment) watchUpgrades(server);
server.on("request", (request, response) => {
  // Behind the gateway both were done there.
  if (!runFolder) {
    normaliseRequest(request);
    delete request.headers["earshot-file"];
  }
  const address = String(request.headers["x-forwarded-for"]);
  // With hot reload Next makes its files when they are asked for.
  const refusal = isDevelopment ? undefined : answerStranger(request, address);
  if (refusal) return sendAnswer(response, refusal);
  finishHead(request, response, dropRest);
  // It may be answered when somebody else's turn ends, and stays this request all the same.
  const answer = AsyncResource.bind(() => answerOutage(response, () => handle(request, response)));
  if (!isDevelopment && ofKeptSound.test(request.url ?? "")) {
    return answerAudio(request, response, answer);
  }
  const queue = queueOf(request);
  if (queue) queues[queue].add(response, address, answer);
  else answer();
});
server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
  report({ listenFault: error.code ?? error.message }, () => process.exit(1));
});
if (runFolder) {
  const place = join(runFolder, `web-${process.pid}`);
  await mkdir(runFolder, { recursive: true, mode: 0o700 });
  await rm(place, { force: true });
  server.listen(place, mostUnaccepted, () => {
    report({ news: { topic: "web-place", value: place } });
    report({ ready: true });
  });
} else {
  server.listen({ port, host: hostname }, () => report({ ready: true }));
}

/**
 * A recording's sound, past Next where it can be; with the headers that Next would put there.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {() => void} answerByNext
 */
async function answerAudio(request, response, answerByNext) {
  response.setHeaders(ofSound);
  const outcome = await serve.audio(request, response);
  if (outcome === "answered") return;
  for (const name of ofSound.keys()) response.removeHeader(name);
  // The gateway asks again, by a way that takes whatever Next answers.
  if (request.headers["earshot-file"])
    return response.writeHead(421, { "Content-Length": 0 }).end();
  answerByNext();
}

async function stop({ gently = false } = {}) {
  if (stopping) return;
  stopping = true;
  await finishRequests(server, { gently });
  await context?.shutDown();
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
 * @param {{ ready?: true, listenFault?: string, news?: { topic: "web-place", value: string } }} message
 * @param {() => void} [afterwards]
 */
function report(message, afterwards = () => undefined) {
  if (process.send && process.connected) process.send(message, afterwards);
  else afterwards();
}

/** @typedef {import("../lib/ops/log").ConsoleMethod} ConsoleMethod */
/** @typedef {(method: ConsoleMethod, words: unknown[]) => void} LogConsole */

/**
 * Keeps what Next says on the console until there is a log that takes it; what came to no log is told
 * when the process ends.
 * @returns {(log: LogConsole) => void} to be given the log
 */
function holdConsole() {
  /** @type {ConsoleMethod[]} */
  const methods = ["debug", "log", "info", "warn", "error"];
  /** @type {[ConsoleMethod, unknown[]][]} */
  const held = [];
  /** @type {LogConsole} */
  let print = (method, words) => held.push([method, words]);
  for (const method of methods) console[method] = (...words) => print(method, words);
  process.once("exit", () => {
    for (const [, words] of held) {
      const msg = format(...words);
      const event = { level: "error", time: new Date().toISOString(), msg };
      process.stderr.write(`${isatty(2) ? msg : JSON.stringify(event)}\n`);
    }
  });
  return (log) => {
    print = log;
    for (const [method, words] of held.splice(0)) log(method, words);
  };
}
