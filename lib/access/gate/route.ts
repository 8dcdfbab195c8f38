import "server-only";
import { unstable_rethrow } from "next/navigation";
import { texts } from "@/lib/language/texts";
import { log } from "@/lib/ops/log";
import { newRequestId, problemResponse } from "@/lib/platform/answer";
import { isAway } from "@/lib/platform/faults";
import { processWide } from "@/lib/platform/process/process-wide";
import { budgets } from "@/lib/platform/settings/budgets";
import { env } from "@/lib/platform/settings/env";
import { trustedOrigins } from "../sessions/request-origin";
import { type HeldSession, sessionWatch } from "../sessions/session-watch";
import type { Role, Viewer } from "../views";
import { type ReadSession, readSession } from "./gate";

export const gateTexts = texts("accessGate", {
  otherOrigin: "Only Earshot’s own pages can make changes.",
  signInFirst: "Sign in first.",
  administratorsOnly: "Only administrators can do this.",
  sessionsUnavailable: "Couldn’t check your session. Try again shortly.",
  tooManyOpen: "Too many are open at once. Close one, or try again in a moment.",
});

type RouteOptions<Input, Params> = {
  /** Who may ask: anybody who is signed in, or administrators alone. */
  role?: Role;
  /** False for background polling, which keeps no session alive. */
  touch?: boolean;
  /** Reads the address; what it can't read, it refuses by `unreadable`. */
  parse?: (search: URLSearchParams, params: Params) => Input | Response;
};

type Asked<Input> = { request: Request; viewer: Viewer; input: Input };
type Handle<Kind extends object> = (asked: Kind) => unknown;
type RouteHandler<Params> = (
  request: Request,
  context: { params: Promise<Params> },
) => Promise<Response>;

/**
 * A route handler: lets in, reads the address, answers. Whoever may not ask gets 401 or 403, and 503
 * when sessions can't be read. What `handle` gives is the answer, or the JSON of one that nobody
 * keeps; what it throws is logged under a request id and answered as a problem.
 */
export function route<Input = undefined, Params = object>(
  options: RouteOptions<Input, Params>,
  handle: Handle<Asked<Input>>,
): RouteHandler<Params> {
  return async (request, context) => {
    const found = await gateSession(request, options);
    if (found instanceof Response) return found;
    const { viewer } = found;
    return answer(request, context, options, (input) => handle({ request, viewer, input }));
  };
}

/**
 * The same for answers that take long, of which a person has so many of a kind at once, or 429. A
 * file breaks off when the session ends or its person's role changes, so that nobody takes the part
 * for the whole; a stream is given the session, and ends by itself.
 */
export function routeWhileSignedIn<Input = undefined, Params = object>(
  kind: OpenKind,
  options: RouteOptions<Input, Params>,
  handle: Handle<Asked<Input> & { session: HeldSession }>,
): RouteHandler<Params> {
  return async (request, context) => {
    const found = await gateSession(request, options);
    if (found instanceof Response) return found;
    const { viewer } = found;
    const session = holdSession(found, request, kind);
    if (session === "too-many") return answerTooMany();
    try {
      const answered = await answer(request, context, options, (input) =>
        handle({ request, viewer, input, session }),
      );
      if (kind === "stream" && answered.ok) return answered;
      // Next reads no body for a HEAD, or for whoever has gone, and cancels none either.
      if (request.method !== "HEAD" && !request.signal.aborted) {
        return breakOffWith(session, answered);
      }
      session.release();
      await answered.body?.cancel();
      return new Response(null, answered);
    } catch (error) {
      session.release();
      throw error;
    }
  };
}

/** The answer to parameters that a route refuses to guess at, each as its `name=value`. */
export function unreadable(parameters: string[]): Response {
  return problemResponse(400, "parameters-unreadable", { detail: parameters.join("; ") });
}

/** Who asks; or the answer to whoever may not. */
export async function gateSession(
  request: Request,
  { role, touch = true }: { role?: Role; touch?: boolean },
): Promise<ReadSession | Response> {
  if (isFromElsewhere(request)) {
    const detail = gateTexts().otherOrigin;
    return problemResponse(403, "other-origin", { detail });
  }
  try {
    const found = await readSession(request.headers, { touch });
    if (!found) return problemResponse(401, "not-signed-in", { detail: gateTexts().signInFirst });
    if (role !== "administrator" || found.viewer.role === role) return found;
    const detail = gateTexts().administratorsOnly;
    return problemResponse(403, "administrators-only", { detail });
  } catch (error) {
    const requestId = newRequestId();
    log().error({ err: error, requestId }, "the session could not be read");
    return problemResponse(503, "sessions-unavailable", {
      detail: gateTexts().sessionsUnavailable,
      requestId,
      headers: { "Retry-After": "5" },
    });
  }
}

/**
 * A browser says which page makes it write, a beacon's too, and sends the cookie with it. Programs say
 * nothing.
 */
function isFromElsewhere({ method, headers }: Request): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const origin = headers.get("origin");
  if (origin !== null) return !trustedOrigins(env().PUBLIC_URL).includes(origin);
  return !["same-origin", "none", null].includes(headers.get("sec-fetch-site"));
}

async function answer<Input, Params>(
  request: Request,
  context: { params: Promise<Params> },
  { parse = readNothing }: RouteOptions<Input, Params>,
  handle: (input: Input) => unknown,
): Promise<Response> {
  try {
    const input = parse(new URL(request.url).searchParams, await context.params);
    const answered = input instanceof Response ? input : await handle(input);
    if (answered instanceof Response) return answered;
    return Response.json(answered, { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    unstable_rethrow(error);
    return answerFault(error);
  }
}

/** Logs what a request failed by, and tells whoever asked its request id. */
export function answerFault(error: unknown): Response {
  const requestId = newRequestId();
  log().error({ err: error, requestId }, "a request failed");
  return isAway(error)
    ? problemResponse(503, "database-unavailable", { requestId, headers: { "Retry-After": "5" } })
    : problemResponse(500, "internal-error", { requestId });
}

/** Where nothing is parsed, the input is `undefined`, also by its type. */
function readNothing<Input>(): Input {
  return undefined as Input;
}

export function answerTooMany(): Response {
  return problemResponse(429, "too-many-open", {
    detail: gateTexts().tooManyOpen,
    headers: { "Retry-After": String(budgets.openAnswers.retrySeconds) },
  });
}

/** Answers that stay open; of each kind a person has only so many at once. */
export type OpenKind = Exclude<keyof typeof budgets.openAnswers, "retrySeconds">;

/**
 * A session that is watched until it is released or the request is over, and with it one of the places
 * that its person has for this kind of answer.
 */
export function holdSession(
  { sessionId, storedRole, viewer }: ReadSession,
  { signal }: { signal: AbortSignal },
  kind: OpenKind,
): HeldSession | "too-many" {
  const leave = enter(kind, viewer.userId);
  if (!leave) return "too-many";
  const watched = sessionWatch().hold(sessionId, storedRole);
  const release = () => {
    leave();
    watched.release();
  };
  signal.addEventListener("abort", release, { once: true });
  // What ends with its session is over, whether or not anybody goes on reading it.
  watched.signal.addEventListener("abort", leave, { once: true });
  return { ...watched, release };
}

const openAnswers = processWide("earshotOpenAnswers", () => new Map<string, number>());

/** Gives what takes it back, once. Null: there are too many. */
function enter(kind: OpenKind, userId: string): (() => void) | null {
  const open = openAnswers();
  const key = `${kind} ${userId}`;
  const count = open.get(key) ?? 0;
  if (count >= budgets.openAnswers[kind]) return null;
  open.set(key, count + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const left = (open.get(key) ?? 1) - 1;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  };
}

/** The same answer, but that its body ends in a fault as soon as the session does. */
function breakOffWith(session: HeldSession, response: Response): Response {
  if (response.body) return new Response(breakOff(response.body, session), response);
  session.release();
  return response;
}

function breakOff(
  body: ReadableStream<Uint8Array>,
  { signal, release }: HeldSession,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      start(controller) {
        const end = () => {
          // By this name the server knows that nothing failed.
          controller.error(new DOMException("The session has ended", "AbortError"));
          reader.cancel().catch(() => undefined);
        };
        if (signal.aborted) end();
        else signal.addEventListener("abort", end, { once: true });
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (signal.aborted) return;
          if (!done) return controller.enqueue(value);
          release();
          controller.close();
        } catch (error) {
          release();
          throw error;
        }
      },
      cancel(reason) {
        release();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
