import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { processWide } from "@/lib/platform/process/process-wide";
import { type HeldSession, sessionWatch } from "../sessions/session-watch";
import type { ReadSession } from "./gate";
import { answerFault, answerTooMany, gateSession, holdSession, type OpenKind } from "./route";

/** Answers by itself; or says "elsewhere", has answered nothing, and leaves it to Next. */
export type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<"answered" | "elsewhere">;

/**
 * What `routeWhileSignedIn` is, over a bare server and without its cost, for files that are asked for in
 * many parts: the same gate, the same places of a person, the same end with the session. Who asked a
 * moment ago is remembered, as long as the watch has seen that session within the second before; what
 * this process changes holds at once.
 */
export function serveWhileSignedIn(kind: OpenKind, serve: Serve): Serve {
  return async (request, response) => {
    const over = new AbortController();
    response.once("close", () => over.abort());
    const found = await findSession(request, over.signal);
    if (found instanceof Response) return send(response, found);
    // Who has left takes no place, which nothing would give back.
    if (over.signal.aborted) return "answered";
    const session = holdSession(found, over, kind);
    if (session === "too-many") return send(response, answerTooMany());
    // Nobody takes the part for the whole.
    const breakOff = () => response.destroy();
    session.signal.addEventListener("abort", breakOff, { once: true });
    try {
      const outcome = await serve(request, response);
      if (outcome === "answered") return outcome;
      session.signal.removeEventListener("abort", breakOff);
      session.release();
      return outcome;
    } catch (error) {
      if (response.headersSent || response.destroyed) {
        if (!over.signal.aborted) answerFault(error);
        response.destroy();
        return "answered";
      }
      return send(response, answerFault(error));
    }
  };
}

type Remembered = { found: ReadSession; held: HeldSession; changes: number };

/** By the cookies that a request brought, to the letter. */
const rememberedSessions = processWide("earshotRememberedSessions", () => {
  return new Map<string, Remembered>();
});

/** Read anew after so long, so that the session counts as used. */
const rememberedMs = 10_000;
const mostRemembered = 1_000;
const mostCookieLength = 4_096;
/** So long after the database said last that a session goes on, it is believed to. */
const believedMs = 900;

async function findSession(
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<ReadSession | Response> {
  const { cookie = "" } = request.headers;
  const known = recall(cookie);
  if (known) return known;
  const { changes } = sessionWatch();
  const { method = "GET", url = "/" } = request;
  const asked = new Request(new URL(url, "http://localhost"), {
    method,
    signal,
    headers: { cookie },
  });
  const found = await gateSession(asked, {});
  if (!(found instanceof Response)) remember(cookie, found, changes);
  return found;
}

function recall(cookie: string): ReadSession | undefined {
  const known = rememberedSessions().get(cookie);
  if (!known || known.held.signal.aborted) return undefined;
  if (known.changes !== sessionWatch().changes) return undefined;
  return performance.now() - known.held.seenMs() < believedMs ? known.found : undefined;
}

function remember(cookie: string, found: ReadSession, changes: number): void {
  const all = rememberedSessions();
  const former = all.get(cookie);
  if (!former && (all.size >= mostRemembered || cookie.length > mostCookieLength)) return;
  former?.held.release();
  const held = sessionWatch().hold(found.sessionId, found.storedRole);
  const remembered = { found, held, changes };
  all.set(cookie, remembered);
  const forget = () => {
    held.release();
    if (all.get(cookie) === remembered) all.delete(cookie);
  };
  held.signal.addEventListener("abort", forget, { once: true });
  setTimeout(forget, rememberedMs).unref();
}

async function send(response: ServerResponse, answer: Response): Promise<"answered"> {
  const body = await answer.text();
  if (response.destroyed) return "answered";
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
  return "answered";
}
