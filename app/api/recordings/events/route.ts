import { routeWhileSignedIn } from "@/lib/access/gate/route";
import { problemResponse } from "@/lib/platform/answer";
import { streamChanges } from "@/lib/recordings/live/changes";

/** That calls came in or changed, for as long as the page is open. Listening is no sign of life. */
export const GET = routeWhileSignedIn("stream", { touch: false }, ({ request, session }) => {
  // An answer without an end is only for who asks for one.
  if (!request.headers.get("Accept")?.includes("text/event-stream")) {
    return problemResponse(406, "event-stream-only", { detail: "Accept text/event-stream." });
  }
  return new Response(streamChanges(session), {
    headers: {
      "Content-Type": "text/event-stream",
      // Whatever compresses or collects it would hold it back.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
});
