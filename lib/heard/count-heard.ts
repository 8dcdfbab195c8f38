import "server-only";
import { countMarked, lookAtMarks } from "@/lib/recordings/counts/count-marks";
import { countFacets } from "@/lib/recordings/counts/facets";
import { emptyFilter, type RecordingFilter } from "@/lib/recordings/filter/filter";
import { anyoneHeard, halfHeard } from "./ranges";
import type { HeardCountsView } from "./views";

/**
 * How many calls a person, anybody, or all of them for half have heard, and how many not, under the
 * rest of a filter: exact, or so many at least or at the most where these are more than are counted one by
 * one.
 */
export async function countHeard(
  userId: string,
  asked: RecordingFilter,
  timeZone: string,
  signal?: AbortSignal,
): Promise<HeardCountsView> {
  const filter = { ...asked, heard: emptyFilter.heard };
  const options = signal ? { signal } : {};
  const values = [userId, anyoneHeard, halfHeard];
  const [marks, { total, isTotalMore }] = await Promise.all([
    lookAtMarks("heard", values, filter, timeZone, options),
    countFacets(filter, timeZone, options),
  ]);
  const countDays = async () => {
    const { from, to } = filter;
    const days = await countFacets({ ...emptyFilter, from, to }, timeZone, options);
    return days.isTotalMore ? Number.POSITIVE_INFINITY : days.total;
  };
  const toCounts = async (value: string) => {
    const { count, isMore, others } = marks.find((one) => one.value === value) ?? noMark;
    if (!isMore) {
      const unheard = { count: Math.max(0, total - count), isMore: isTotalMore };
      return { heard: { count, isMore }, unheard };
    }
    const ofDays = await countMarked("heard", value, filter, timeZone, options);
    const heard = others === null ? ofDays : { count, isMore };
    const inTotal = ofDays.isMore ? 0 : total - ofDays.count;
    const least = Math.max(0, others ?? 0, isTotalMore ? 0 : inTotal);
    if (isTotalMore || (least > 0 && heard.isMore)) {
      return { heard, unheard: { count: least, isMore: true } };
    }
    const most = Math.max(0, total - heard.count);
    if (!heard.isMore) return { heard, unheard: { count: most, isMore: false } };
    // What isn't heard of these isn't heard of their days either.
    const mostOfAll = Math.max(0, Math.min(most, (await countDays()) - ofDays.count));
    return { heard, unheard: { count: mostOfAll, isMore: false, isMost: mostOfAll > 0 } };
  };
  const [me, anyone, half] = await Promise.all(values.map(toCounts));
  if (!me || !anyone || !half) throw new Error("a value is not counted");
  return { me, anyone, half };
}

const noMark = { count: 0, isMore: false, others: null };
