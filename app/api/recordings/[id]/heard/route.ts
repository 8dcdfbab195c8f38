import { route } from "@/lib/access/gate/route";
import { getHeard } from "@/lib/heard/queries";
import { readReport, recordListening } from "@/lib/heard/store";
import { parseIdRoute } from "@/lib/list/id-segment";
import { problemResponse } from "@/lib/platform/answer";

/** What of a recording was played, and by whom. Asking is no sign of life. */
export const GET = route({ touch: false, parse: parseIdRoute }, ({ input: id, viewer }) =>
  getHeard(id, viewer.userId),
);

/** Notes what was played; sent once more it changes nothing. 204, also where all of it lay beyond the end. */
export const POST = route({ parse: parseIdRoute }, async ({ input: id, request, viewer }) => {
  const report = await readReport(request);
  if ("status" in report) {
    return problemResponse(report.status, "report-unreadable", { detail: report.detail });
  }
  // It waited in a browser where somebody else has signed in since.
  if (report.userId !== viewer.userId) {
    const detail = "Someone else is signed in now.";
    return problemResponse(409, "somebody-else", { detail });
  }
  const isThere = await recordListening(id, report, new Date());
  if (!isThere) {
    return problemResponse(404, "recording-not-found", { detail: "Recording not found." });
  }
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
});
