import { toFacetOptions } from "@/components/recordings/counts/facet-options";
import { route } from "@/lib/access/gate/route";
import { countFacets } from "@/lib/recordings/counts/count-calls";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { readVocabulary } from "@/lib/vocabulary/read-vocabulary";
import { listMergedValues } from "@/lib/vocabulary/terms";

/** Every value that calls can be filtered by. */
export const GET = route({}, async () => {
  const vocabulary = await readVocabulary();
  const always = listMergedValues(vocabulary);
  const facets = await countFacets(emptyFilter, await viewerTimeZone(), { always });
  return toFacetOptions(facets, vocabulary);
});
