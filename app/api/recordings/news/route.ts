import { gateRoute } from "@/lib/access/gate-route";
import { answerFaults } from "@/lib/ops/answer-faults";
import { parseRecordingQuery } from "@/lib/recordings/filter-url";
import { countNewRecordings, getNewestSeq } from "@/lib/recordings/queries";
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
    const newCount =
      sinceSeq < seq
        ? await countNewRecordings(filter, sinceSeq, { timeZone: await viewerTimeZone() })
        : 0;
    return Response.json(
      { newCount, seq: String(seq) },
      { headers: { "Cache-Control": "no-store" } },
    );
  });
}
