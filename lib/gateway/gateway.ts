import "server-only";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { normaliseRequest } from "@/lib/access/sessions/request-origin";
import { answerWebhook } from "@/lib/intake/webhook/accept-delivery";
import { hasBody, problemAnswer, refusePage, sendAnswer } from "@/lib/platform/answer";
import { collectWhenQuiet } from "@/lib/platform/process/background";
import { budgets } from "@/lib/platform/settings/budgets";
import { asksForFile, FileForwarder, Forwarder, type Outcome } from "./forward";
import { answerWhileStarting, startStep, webPlace } from "./starting-page";

/**
 * What the gateway does with a request: answers the webhook and `/api/health` itself, refuses what no
 * page has a use for, and passes all else to web.
 */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  collectWhenQuiet(1);
  // Node hears of nothing that is unreadable behind an offer of another protocol: the next request would wait.
  if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
  request.url = toReadablePath(request.url ?? "/");
  if (answerWebhook(request, response)) return;
  const { method = "", url = "" } = request;
  if (!readableMethods.has(method)) {
    const headers = { Allow: usualMethods };
    return sendAnswer(response, problemAnswer(405, "method-not-allowed", { headers }));
  }
  if (/^\/api\/health(?:\?|$)/.test(url) && ["GET", "HEAD"].includes(method)) {
    return sendAnswer(response, alive);
  }
  if (passing >= mostPassing) return refusePage(response, { Connection: "close" });
  normaliseRequest(request);
  passing++;
  response.once("close", () => {
    passing--;
  });
  await passOn(request, response);
}

/**
 * The path and query that a request means. One in absolute form, as for a proxy, means its path here:
 * left to Next it would be redirected, with whatever secret it holds in the answer. A path that isn't
 * percent-encoded well names nothing, and Next fails on it: its percent signs become text, so that it
 * is not found like any other.
 */
export function toReadablePath(url: string): string {
  if (plainPath.test(url)) return url;
  const relative = url.replace(/^https?:\/\/[^/?#]*/i, "");
  const [path = "", ...query] = relative.split("?");
  const rooted = path.startsWith("/") ? path : `/${path}`;
  try {
    decodeURIComponent(rooted);
    return [rooted, ...query].join("?");
  } catch {
    return [rooted.replaceAll("%", "%25"), ...query].join("?");
  }
}

/** What most requests ask for, which means only itself. */
const plainPath = /^\/[\w./-]*$/;

let passing = 0;
let mostPassing = Number.POSITIVE_INFINITY;

/** Requests for pages take so many of the connections, and leave the rest to events. */
export function limitPassing(maxConnections: number): void {
  mostPassing = Math.floor(maxConnections * budgets.passing.share);
}

/** What most addresses take. */
export const usualMethods = "GET, HEAD, POST";
const readableMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The process lives. */
const alive = {
  status: 200,
  headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  body: '{"status":"alive"}',
};

/**
 * Where nobody answers, the request waits a moment: web has died and is being started again. During a
 * start or a stop that would be of no use.
 */
async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const endsMs = performance.now() + timeoutMs;
  let mayRepeat = isRepeatable(request);
  for (let tries = 1; !response.destroyed; tries++) {
    const outcome = await forward(request, response);
    if (outcome === "answered" || response.destroyed) return;
    if (outcome === "broken") {
      if (!mayRepeat) {
        return sendAnswer(response, problemAnswer(502, "page-broke-off", { headers: closing }));
      }
      // Once: it may be what ended web.
      mayRepeat = false;
    }
    const isHopeful = startStep.last() === null && performance.now() < endsMs;
    if (!isHopeful || waiting >= mostWaiting) {
      return sendAnswer(response, answerWhileStarting(request));
    }
    waiting++;
    // At first at once: it may have been an idle connection that was just being closed.
    await sleep(tries === 1 ? 0 : turnMs);
    waiting--;
  }
}

function isRepeatable({ method = "", headers }: IncomingMessage): boolean {
  return ["GET", "HEAD"].includes(method) && !hasBody(headers);
}

const timeoutMs = 5_000;
const turnMs = 50;
const mostWaiting = 1_024;
const closing = { Connection: "close" };

let waiting = 0;
let present: { place: string; pages: Forwarder; files: FileForwarder } | undefined;

/** To the web process that said last that it is ready. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Outcome | undefined> {
  const place = webPlace.last();
  if (place !== present?.place) {
    present?.pages.leave();
    present?.files.leave();
    present =
      place === undefined
        ? undefined
        : { place, pages: new Forwarder(place), files: new FileForwarder(place) };
  }
  const web = present;
  if (web && asksForFile(request)) {
    const outcome = await web.files.forward(request, response);
    if (outcome !== "elsewhere") return outcome;
  }
  return web?.pages.forward(request, response);
}

/**
 * How many connections the gateway has room for: each may need a second one, to web, and what is left
 * is the journal's, the log's and the program's own.
 */
export async function readMaxConnections(): Promise<number> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? [];
  const descriptors = soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft ?? usualLimit);
  return Math.max(leastConnections, Math.min(Math.floor((descriptors - ownDescriptors) / 2), most));
}

/** Where the system doesn't tell. */
const usualLimit = 1_024;
const ownDescriptors = 128;
const leastConnections = 16;
const most = 20_000;

/**
 * Keeps room for who comes next: where it runs short, whoever has most connections on which nothing is
 * being answered, be they idle or begun and never finished, loses the oldest of them.
 */
export function limitConnections(server: Server, maxConnections: number): void {
  /** By address, the oldest first. */
  const waiting = new Map<string, Set<Socket>>();
  const addressOf = new WeakMap<Socket, string>();
  let open = 0;

  const enter = (socket: Socket) => {
    const address = addressOf.get(socket) ?? "";
    const others = waiting.get(address) ?? new Set();
    waiting.set(address, others.add(socket));
  };
  const leave = (socket: Socket) => {
    const address = addressOf.get(socket) ?? "";
    const others = waiting.get(address);
    others?.delete(socket);
    if (others?.size === 0) waiting.delete(address);
  };
  const evict = () => {
    let largest: Set<Socket> | undefined;
    for (const sockets of waiting.values()) {
      if (sockets.size > (largest?.size ?? 0)) largest = sockets;
    }
    const [oldest] = largest ?? [];
    if (!oldest) return;
    leave(oldest);
    oldest.destroy();
  };

  server.maxConnections = maxConnections;
  server.on("connection", (socket) => {
    open++;
    addressOf.set(socket, socket.remoteAddress ?? "");
    if (open > maxConnections * fullShare) evict();
    enter(socket);
    socket.once("close", () => {
      open--;
      leave(socket);
    });
  });
  server.on("request", ({ socket }, response) => {
    leave(socket);
    response.once("close", () => {
      if (!socket.destroyed) enter(socket);
    });
  });
}

const fullShare = 0.9;
