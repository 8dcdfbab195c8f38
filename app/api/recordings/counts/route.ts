import type { CountsAnswer } from "@/components/recordings/counts/ask-for-counts";
import { toFacetOptions } from "@/components/recordings/counts/facet-options";
import { paintTimeline } from "@/components/timeline/paint-timeline";
import { gateRoute } from "@/lib/access/gate/gate-route";
import { answerFaults } from "@/lib/ops/answer-faults";
import { countFacets } from "@/lib/recordings/counts/facets";
import { countTimeline } from "@/lib/recordings/counts/timeline";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { fixDays } from "@/lib/recordings/filter/fix-days";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { listMergedValues } from "@/lib/vocabulary/merged-values";
import { readVocabulary } from "@/lib/vocabulary/read-vocabulary";

/** The counts of a filter. They may take a while; who no longer waits ends them in the database. */
export async function GET(request: Request): Promise<Response> {
  const viewer = await gateRoute(request);
  if (viewer instanceof Response) return viewer;

  return answerFaults(async () => {
    const { filter } = parseRecordingQuery(new URL(request.url).searchParams);
    const timeZone = await viewerTimeZone();
    const fixed = fixDays(filter, { now: new Date(), timeZone });
    const { signal } = request;
    try {
      const vocabulary = await readVocabulary();
      const [facets, timeline] = await Promise.all([
        countFacets(fixed, timeZone, { signal, always: listMergedValues(vocabulary) }),
        countTimeline(fixed, timeZone, { signal }),
      ]);
      const answer: CountsAnswer = {
        options: toFacetOptions(facets, vocabulary),
        timeline: timeline && paintTimeline(timeline, vocabulary),
      };
      return Response.json(answer, { headers: { "Cache-Control": "no-store" } });
    } catch (error) {
      if (signal.aborted) return new Response(null, { status: 499 });
      throw error;
    }
  });
}
