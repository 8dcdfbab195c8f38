import "server-only";
import { countMarks } from "@/lib/recordings/counts/count-marks";
import { countFacets } from "@/lib/recordings/counts/facets";
import { emptyFilter, type RecordingFilter } from "@/lib/recordings/filter/filter";
import { anyoneHeard, halfHeard } from "./ranges";
import type { HeardCountsView } from "./views";

/**
 * How many calls a person, anybody, or all of them for half have heard, and how many not, under the
 * rest of a filter: exact, or so many at least where these are more than are counted one by one.
 */
export async function countHeard(
  userId: string,
  asked: RecordingFilter,
  timeZone: string,
  signal?: AbortSignal,
): Promise<HeardCountsView> {
  const filter = { ...asked, heard: emptyFilter.heard };
  const options = signal ? { signal } : {};
  const [marks, { total, isTotalMore }] = await Promise.all([
    countMarks("heard", [userId, anyoneHeard, halfHeard], filter, timeZone, options),
    countFacets(filter, timeZone, options),
  ]);
  const toCounts = (value: string) => {
    const { count, isMore } = marks.find((one) => one.value === value) ?? noCount;
    return {
      heard: { count, isMore },
      // Of what isn't counted one by one nobody knows what is left.
      unheard: isMore ? noCount : { count: Math.max(0, total - count), isMore: isTotalMore },
    };
  };
  return { me: toCounts(userId), anyone: toCounts(anyoneHeard), half: toCounts(halfHeard) };
}

const noCount = { count: 0, isMore: true };
