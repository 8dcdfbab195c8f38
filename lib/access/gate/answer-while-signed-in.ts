import "server-only";
import { problemResponse } from "@/lib/platform/problem";
import { processWide } from "@/lib/platform/process/process-wide";
import { budgets } from "@/lib/platform/settings/budgets";
import { type HeldSession, sessionWatch } from "../sessions/session-watch";
import { gateSession } from "./gate-route";
import type { Viewer } from "./viewer";

/** Answers that stay open; of each kind a person has only so many at once. */
type Kind = Exclude<keyof typeof budgets.openAnswers, "retrySeconds">;

/**
 * The gate of route handlers whose answers take long: what `gateRoute` gives, and a session that is
 * watched until it is released or the request is over. 429 for whoever has too many of a kind open.
 */
export async function holdSession(
  request: Request,
  kind: Kind,
  options: { touch?: boolean } = {},
): Promise<{ viewer: Viewer; session: HeldSession } | Response> {
  const found = await gateSession(request, options);
  if (found instanceof Response) return found;
  const leave = enter(kind, found.viewer.userId);
  if (!leave) return tellTooMany();
  const watched = sessionWatch().hold(found.sessionId, found.storedRole);
  const release = () => {
    leave();
    watched.release();
  };
  request.signal.addEventListener("abort", release, { once: true });
  // What ends with its session is over, whether or not anybody goes on reading it.
  watched.signal.addEventListener("abort", leave, { once: true });
  return { viewer: found.viewer, session: { ...watched, release } };
}

const openAnswers = processWide("earshotOpenAnswers", () => new Map<string, number>());

/** Gives what takes it back, once. Null: there are too many. */
function enter(kind: Kind, userId: string): (() => void) | null {
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

function tellTooMany(): Response {
  return problemResponse(429, "too-many-open", {
    detail: "Too many of these are open at once. Close one, or try again in a moment.",
    headers: { "Retry-After": String(budgets.openAnswers.retrySeconds) },
  });
}

/**
 * Answers with a file that breaks off when the session ends or its person's role changes, so that
 * nobody takes the part for the whole.
 */
export async function answerWhileSignedIn(
  request: Request,
  kind: Kind,
  answer: (viewer: Viewer) => Promise<Response>,
): Promise<Response> {
  const found = await holdSession(request, kind);
  if (found instanceof Response) return found;
  const { viewer, session } = found;
  try {
    const response = await answer(viewer);
    if (!response.body) session.release();
    return response.body ? new Response(breakOff(response.body, session), response) : response;
  } catch (error) {
    session.release();
    throw error;
  }
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
