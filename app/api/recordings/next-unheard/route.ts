import { pagesTexts } from "@/app/texts.en";
import { route } from "@/lib/access/gate/route";
import type { NextUnheardView } from "@/lib/heard/views";
import { me } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveFilter } from "@/lib/recordings/filter/resolve-dates";
import { getNextPlayable } from "@/lib/recordings/query/queries";
import { viewerClock } from "@/lib/settings/time-zone";

/**
 * The next call in the list of these parameters that the viewer hasn't heard: after the one that plays,
 * and where there is none, from the list's beginning.
 */
export const GET = route({ parse }, async ({ input: { playing, filter, page }, viewer }) => {
  const clock = await viewerClock();
  const { include, exclude } = filter.heard;
  const unheard = { ...filter, heard: { include, exclude: [...exclude, me] } };
  const resolved = resolveFilter(unheard, viewer.userId, clock);
  const find = (after: string | null) => getNextPlayable(after, { filter: resolved, page }, clock);
  const found = (await find(playing)) ?? (playing === null ? null : await find(null));
  const next = found && { id: found.id, title: found.customerName.trim() || pagesTexts().noName };
  return { next } satisfies NextUnheardView;
});

function parse(search: URLSearchParams) {
  return { playing: search.get("playing"), ...parseRecordingQuery(search) };
}
