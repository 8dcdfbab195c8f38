import { route } from "@/lib/access/gate/route";
import { parseIdParameter } from "@/lib/list/id-segment";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveFilter } from "@/lib/recordings/filter/resolve-dates";
import { getNeighbours } from "@/lib/recordings/query/queries";
import { viewerClock } from "@/lib/settings/time-zone";

/** The calls before and after one, in the list of these parameters. */
export const GET = route({ parse }, async ({ input: { id, filter, page }, viewer }) => {
  const clock = await viewerClock();
  return getNeighbours(id, { filter: resolveFilter(filter, viewer.userId, clock), page }, clock);
});

function parse(search: URLSearchParams, { id }: { id: string }) {
  return { id: parseIdParameter(id), ...parseRecordingQuery(search) };
}
