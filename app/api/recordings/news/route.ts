import { gateRoute } from "@/lib/access/gate/gate-route";
import { answerFaults } from "@/lib/ops/answer-faults";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { fixDays } from "@/lib/recordings/filter/fix-days";
import { countNewRecordings, getNewestSeq } from "@/lib/recordings/query/queries";
import { viewerTimeZone } from "@/lib/settings/time-zone";

/** How many calls under a filter came in after the mark `since`. Asking is no sign of life. */
export async function GET(request: Request): Promise<Response> {
  const viewer = await gateRoute(request, { touch: false });
  if (viewer instanceof Response) return viewer;

  return answerFaults(async () => {
    const parameters = new URL(request.url).searchParams;
    const { filter } = parseRecordingQuery(parameters);
    const since = parameters.get("since") ?? "";
    const seq = await getNewestSeq();
    const sinceSeq = /^\d{1,18}$/.test(since) ? BigInt(since) : seq;
    const clock = { now: new Date(), timeZone: await viewerTimeZone() };
    const newCount =
      sinceSeq < seq ? await countNewRecordings(fixDays(filter, clock), sinceSeq, clock) : 0;
    return Response.json(
      { newCount, seq: String(seq) },
      { headers: { "Cache-Control": "no-store" } },
    );
  });
}
