import { toFacetOptions } from "@/components/recordings/facet-options";
import { gateRoute } from "@/lib/access/gate-route";
import { answerFaults } from "@/lib/ops/answer-faults";
import { countFacets } from "@/lib/recordings/facets";
import { emptyFilter } from "@/lib/recordings/filter";
import { viewerTimeZone } from "@/lib/settings/time-zone";

/** Every value that calls can be filtered by. */
export async function GET(request: Request): Promise<Response> {
  const viewer = await gateRoute(request);
  if (viewer instanceof Response) return viewer;

  return answerFaults(async () => {
    const facets = await countFacets(emptyFilter, await viewerTimeZone());
    return Response.json(toFacetOptions(facets), { headers: { "Cache-Control": "no-store" } });
  });
}
