import { route } from "@/lib/access/gate/route";
import { countHeard } from "@/lib/heard/queries";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveFilter } from "@/lib/recordings/filter/resolve-dates";
import { viewerClock } from "@/lib/settings/time-zone";

/** How many calls were heard, and how many not, under the rest of a filter. */
export const GET = route(
  { parse: parseRecordingQuery },
  async ({ input, viewer, request: { signal } }) => {
    const clock = await viewerClock();
    const filter = resolveFilter(input.filter, viewer.userId, clock);
    try {
      return await countHeard(viewer.userId, filter, clock.timeZone, signal);
    } catch (error) {
      if (signal.aborted) return new Response(null, { status: 499 });
      throw error;
    }
  },
);
