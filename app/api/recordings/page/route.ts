import { toRowViewModel } from "@/components/recordings/table/row-view-model";
import { gateRoute } from "@/lib/access/gate/gate-route";
import { answerFaults } from "@/lib/ops/answer-faults";
import { problemResponse } from "@/lib/platform/problem";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { fixDays } from "@/lib/recordings/filter/fix-days";
import { getNewestSeq, listRecordings } from "@/lib/recordings/query/queries";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { readVocabulary } from "@/lib/vocabulary/read-vocabulary";

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
    const now = new Date();
    const options = { columns: query.page.columns ?? undefined, q: query.filter.q };
    const filter = fixDays(query.filter, { now, timeZone });
    const [{ rows, after }, vocabulary] = await Promise.all([
      listRecordings({ ...query, filter }, { timeZone }),
      readVocabulary(),
    ]);
    return Response.json(
      {
        rows: rows.map((row) => toRowViewModel(row, timeZone, now, vocabulary, options)),
        after,
        since,
      },
      { headers: { "Cache-Control": "no-store" } },
    );
  });
}
