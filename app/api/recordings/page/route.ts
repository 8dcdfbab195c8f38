import { toRowFace } from "@/components/recordings/to-row-face";
import { gateRoute } from "@/lib/access/gate-route";
import { answerFaults } from "@/lib/ops/answer-faults";
import { problemResponse } from "@/lib/platform/problem";
import { parseRecordingQuery } from "@/lib/recordings/filter-url";
import { getNewestSeq, listRecordings } from "@/lib/recordings/queries";
import { viewerTimeZone } from "@/lib/settings/time-zone";

/** One page of the list as the table shows it, for a list that goes on while one scrolls. */
export async function GET(request: Request): Promise<Response> {
  const viewer = await gateRoute(request);
  if (viewer instanceof Response) return viewer;

  const { unread, ...query } = parseRecordingQuery(new URL(request.url).searchParams);
  // In place of what it can't read, a page would hold calls that the list shows already.
  if (unread.length > 0) {
    const detail = unread.map(({ parameter, value }) => `${parameter}=${value}`).join("; ");
    return problemResponse(400, "parameters-unreadable", { detail });
  }
  return answerFaults(async () => {
    const timeZone = await viewerTimeZone();
    // The mark is older than the rows, so that no change falls between them.
    const since = String(await getNewestSeq());
    const { rows, after } = await listRecordings(query, { timeZone });
    const [now, columns] = [new Date(), query.page.columns ?? undefined];
    return Response.json(
      { rows: rows.map((row) => toRowFace(row, timeZone, now, columns)), after, since },
      { headers: { "Cache-Control": "no-store" } },
    );
  });
}
