import { gateRoute } from "@/lib/access/gate/gate-route";
import { answerFaults } from "@/lib/ops/answer-faults";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { fixDays } from "@/lib/recordings/filter/fix-days";
import { getNeighbours } from "@/lib/recordings/query/get-neighbours";
import { parseIdParameter } from "@/lib/recordings/record/id-segment";
import { viewerTimeZone } from "@/lib/settings/time-zone";

type Context = RouteContext<"/api/recordings/[id]/neighbours">;

/** The calls before and after one, in the list of these parameters. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const viewer = await gateRoute(request);
  if (viewer instanceof Response) return viewer;

  return answerFaults(async () => {
    const { filter, page } = parseRecordingQuery(new URL(request.url).searchParams);
    const clock = { now: new Date(), timeZone: await viewerTimeZone() };
    const query = { filter: fixDays(filter, clock), page };
    const neighbours = await getNeighbours(parseIdParameter((await params).id), query, clock);
    return Response.json(neighbours, { headers: { "Cache-Control": "no-store" } });
  });
}
