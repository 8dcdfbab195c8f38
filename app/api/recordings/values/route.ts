import { toFacetOptions } from "@/components/recordings/counts/facet-options";
import { gateRoute } from "@/lib/access/gate/gate-route";
import { answerFaults } from "@/lib/ops/answer-faults";
import { countFacets } from "@/lib/recordings/counts/facets";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { listMergedValues } from "@/lib/vocabulary/merged-values";
import { readVocabulary } from "@/lib/vocabulary/read-vocabulary";

/** Every value that calls can be filtered by. */
export async function GET(request: Request): Promise<Response> {
  const viewer = await gateRoute(request);
  if (viewer instanceof Response) return viewer;

  return answerFaults(async () => {
    const vocabulary = await readVocabulary();
    const always = listMergedValues(vocabulary);
    const facets = await countFacets(emptyFilter, await viewerTimeZone(), { always });
    return Response.json(toFacetOptions(facets, vocabulary), {
      headers: { "Cache-Control": "no-store" },
    });
  });
}
