import "server-only";
import { processWide } from "@/lib/platform/process/process-wide";
import { budgets } from "@/lib/platform/settings/budgets";
import { type HeldSession, sessionWatch } from "../sessions/session-watch";
import type { ReadSession } from "./gate";

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
export function breakOffWith(session: HeldSession, response: Response): Response {
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
