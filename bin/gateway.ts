// The gateway process: listens, keeps deliveries, passes everything else on to web. It loads neither
// Next nor a database (but where the journal is one), so that it opens first and nothing slow is in it.

import type { Duplex } from "node:stream";
import {
  answerRequest,
  limitConnections,
  limitPassing,
  readMaxConnections,
  usualMethods,
} from "@/lib/gateway/gateway";
import { closeJournal, journal, startHeartbeat } from "@/lib/intake/journal/open-journal";
import { secretIn, startHearingSecrets } from "@/lib/intake/secrets/check/known-secrets";
import { log } from "@/lib/ops/log";
import { type Answer, problemAnswer } from "@/lib/platform/answer";
import { createServer, STATUS_CODES } from "@/lib/platform/process/http";
import { env } from "@/lib/platform/settings/env";
import { finishRequests, watchRequests } from "./serve/requests.mjs";

process.umask(0o077);
/** The descriptor of a socket that is bound already and outlives this process. */
const heldSocket = process.env.EARSHOT_LISTEN_FD;
/**
 * So many connections wait to be accepted, where the system allows it; what comes after them is kept
 * waiting for seconds, or lost. Node's 511 are filled by one crowd, and events stand behind it.
 */
const mostUnaccepted = 4_096;

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
  // An event is authentic by its path; pages get the host of PUBLIC_URL.
  requireHostHeader: false,
});
watchRequests(server);
const maxConnections = await readMaxConnections();
limitConnections(server, maxConnections);
limitPassing(maxConnections);
// Also where a sender expects what nobody knows: Node would refuse it.
for (const event of ["request", "checkExpectation"] as const) {
  server.on(event, (request, response) => {
    answerRequest(request, response).catch((error: unknown) => {
      log().error({ err: error }, "a request failed at the gateway");
      response.destroy();
    });
  });
}
server.on("clientError", answerUnreadable);
server.on("connect", ({ url = "" }, socket) => answerOn(socket, refuseMethod(url)));
server.once("error", (error: NodeJS.ErrnoException) => {
  process.send?.({ listenFault: error.code ?? error.message }, () => process.exit(1));
});

type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** What is no HTTP, or ends before its `Content-Length`, never becomes a request. */
function answerUnreadable(error: ParseError, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  answerOn(socket, explainUnreadable(error));
}

function explainUnreadable({ code, rawPacket }: ParseError): Answer {
  const closing = { headers: { Connection: "close" } };
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return problemAnswer(408, "request-too-slow", closing);
  if (code === "HPE_HEADER_OVERFLOW") return problemAnswer(431, "headers-too-large", closing);
  const line = rawPacket?.toString("latin1", 0, longestLine) ?? "";
  const url = code === "HPE_INVALID_METHOD" && /^[A-Z]+ (\S+) HTTP\/1\.[01]\r\n/.exec(line)?.[1];
  return url ? refuseMethod(url) : problemAnswer(400, "request-unreadable", closing);
}

const longestLine = 65_536;

/** Of a method that Node knows no requests of. */
function refuseMethod(url: string): Answer {
  const Allow = secretIn(url) === undefined ? usualMethods : "POST";
  return problemAnswer(405, "method-not-allowed", { headers: { Allow, Connection: "close" } });
}

function answerOn(socket: Duplex, { status, headers, body }: Answer): void {
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
}

const working: { stop: () => Promise<void> }[] = [];
let isStopping = false;

async function stop({ gently }: { gently: boolean }): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await finishRequests(server, { gently });
  await Promise.all(working.map((one) => one.stop()));
  await closeJournal();
  process.exit(0);
}

/**
 * Whoever holds the socket starts another one on it, and says then that this one may retire. Until then
 * it goes on: nobody else would take what comes.
 */
function leave(): void {
  if (!heldSocket || !process.connected) {
    stop({ gently: true });
    return;
  }
  process.send?.({ leaving: true });
  setTimeout(() => stop({ gently: true }), successorTimeoutMs);
}

const successorTimeoutMs = 10_000;

process.on("message", (message) => {
  if (message === "stop" || message === "retire") stop({ gently: message === "retire" });
});
process.once("disconnect", () => stop({ gently: false }));
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, leave);
}

journal().catch(() => undefined);
working.push(startHearingSecrets(), startHeartbeat());
if (env().JOURNAL === "database") {
  // Without a lasting disk nothing is known of the secrets until the database was asked.
  const { startSecrets } = await import("@/lib/intake/secrets/sync-secrets");
  const secrets = startSecrets();
  working.push(secrets);
  await secrets.ready;
}
const { PORT: port, HOST: host } = env();
const place = heldSocket ? { fd: Number(heldSocket) } : { port, host };
server.listen({ ...place, backlog: mostUnaccepted }, () => process.send?.({ ready: true }));
