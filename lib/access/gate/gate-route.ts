import "server-only";
import { log } from "@/lib/ops/log";
import { newRequestId, problemResponse } from "@/lib/platform/problem";
import { type ReadSession, readSession } from "./read-viewer";
import type { Role, Viewer } from "./viewer";

/**
 * The gate of route handlers: the signed-in person, or the refusal to answer with (401, 403, and
 * 503 when the database is away). `touch: false` is for background polling, which keeps no
 * session alive.
 */
export async function gateRoute(
  request: Request,
  { role, touch = true }: { role?: Role; touch?: boolean } = {},
): Promise<Viewer | Response> {
  const found = await gateSession(request, { touch });
  if (found instanceof Response) return found;
  const { viewer } = found;
  if (role === "administrator" && viewer.role !== role) {
    return problemResponse(403, "administrators-only", {
      detail: "Only an administrator may do this.",
    });
  }
  return viewer;
}

/** The same for anybody who is signed in, and which session it is. */
export async function gateSession(
  request: Request,
  { touch = true }: { touch?: boolean } = {},
): Promise<ReadSession | Response> {
  try {
    const found = await readSession(request.headers, { touch });
    return found ?? problemResponse(401, "not-signed-in", { detail: "Sign in first." });
  } catch (error) {
    const requestId = newRequestId();
    log().error({ err: error, requestId }, "the session could not be read");
    return problemResponse(503, "sessions-unavailable", {
      detail: "Sessions can't be read at the moment. Try again shortly.",
      requestId,
      headers: { "Retry-After": "5" },
    });
  }
}
