import { route } from "@/lib/access/gate/route";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveDates } from "@/lib/recordings/filter/resolve-dates";
import { getNeighbours } from "@/lib/recordings/query/queries";
import { parseIdParameter } from "@/lib/recordings/record/id-segment";
import { viewerClock } from "@/lib/settings/time-zone";

/** The calls before and after one, in the list of these parameters. */
export const GET = route({ parse }, async ({ input: { id, filter, page } }) => {
  const clock = await viewerClock();
  return getNeighbours(id, { filter: resolveDates(filter, clock), page }, clock);
});

function parse(search: URLSearchParams, { id }: { id: string }) {
  return { id: parseIdParameter(id), ...parseRecordingQuery(search) };
}
