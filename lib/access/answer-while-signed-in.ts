import "server-only";
import { gateSession } from "./gate-route";
import { type HeldSession, sessionWatch } from "./session-watch";
import type { Viewer } from "./viewer";

/**
 * The gate of route handlers whose answers take long: what `gateRoute` gives, and a session that is
 * watched until it is released or the request is over.
 */
export async function holdSession(
  request: Request,
  options: { touch?: boolean } = {},
): Promise<{ viewer: Viewer; session: HeldSession } | Response> {
  const found = await gateSession(request, options);
  if (found instanceof Response) return found;
  const session = sessionWatch().hold(found.sessionId, found.storedRole);
  request.signal.addEventListener("abort", session.release, { once: true });
  return { viewer: found.viewer, session };
}

/**
 * Answers with a file that breaks off when the session ends or its person's role changes, so that
 * nobody takes the part for the whole.
 */
export async function answerWhileSignedIn(
  request: Request,
  answer: (viewer: Viewer) => Promise<Response>,
): Promise<Response> {
  const held = await holdSession(request);
  if (held instanceof Response) return held;
  const { viewer, session } = held;
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
