import { describeGaps } from "@/components/coverage/word-gap";
import { toFacetOptions } from "@/components/recordings/counts/facet-options";
import { paintFigures, paintTimeline } from "@/components/recordings/counts/paint-counts";
import type { CountsAnswer } from "@/components/recordings/list-answers";
import { route } from "@/lib/access/gate/route";
import { loadTimelineGaps } from "@/lib/coverage/load";
import { countList } from "@/lib/recordings/counts/count-calls";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveViewer } from "@/lib/recordings/filter/resolve-dates";
import { viewerClock } from "@/lib/settings/time-zone";
import { readVocabulary } from "@/lib/vocabulary/read-vocabulary";
import { listSuccessStatuses } from "@/lib/vocabulary/store";
import { listMergedValues } from "@/lib/vocabulary/terms";

/** The counts of a filter. They may take a while; who no longer waits ends them in the database. */
export const GET = route(
  { parse: parseRecordingQuery },
  async ({ input, viewer, request: { signal } }) => {
    const filter = resolveViewer(input.filter, viewer.userId);
    const clock = await viewerClock();
    try {
      const vocabulary = await readVocabulary();
      const [{ facets, timeline, figures }, success] = await Promise.all([
        countList(filter, clock, { signal, always: listMergedValues(vocabulary) }),
        listSuccessStatuses(),
      ]);
      const gaps = timeline ? await loadTimelineGaps(filter, timeline) : [];
      return {
        options: toFacetOptions(facets, vocabulary),
        timeline:
          timeline && paintTimeline(timeline, vocabulary, describeGaps(gaps, vocabulary, clock)),
        figures: paintFigures(figures, facets, vocabulary, success),
      } satisfies CountsAnswer;
    } catch (error) {
      if (signal.aborted) return new Response(null, { status: 499 });
      throw error;
    }
  },
);
