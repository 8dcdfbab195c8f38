import "server-only";
import type { Temporal } from "temporal-polyfill";
import { countFigures, findPeriodBefore } from "@/lib/recordings/counts/figures";
import { countTimeline } from "@/lib/recordings/counts/timeline";
import { emptyFilter, type RecordingFilter } from "@/lib/recordings/filter/filter";
import { type Clock, toToday } from "@/lib/recordings/filter/resolve-dates";
import type { ComparedSideView, CompareQuery } from "./views";

/** One side of a comparison; without a campaign it is all calls. */
export type Side = { campaign?: string | null; from: string | null; to: string | null };

/**
 * The sides that are meant: without days and a second campaign the last 30 days. There is one alone
 * where nothing comes before its days.
 */
export function listSides(query: CompareQuery, clock: Clock): Side[] {
  const { campaigns, beforeFrom, beforeTo } = query;
  const before = beforeFrom || beforeTo ? { from: beforeFrom, to: beforeTo } : null;
  const [first, second] = campaigns;
  const ofFirst = first === undefined ? {} : { campaign: first };
  const own = { from: query.from, to: query.to };
  if (second !== undefined)
    return [
      { ...ofFirst, ...own },
      { campaign: second, ...(before ?? own) },
    ];
  const days = own.from || own.to ? own : findLastMonth(clock);
  const other = before ?? findPeriodBefore({ ...days, days: null }, clock);
  return [{ ...ofFirst, ...days }, ...(other ? [{ ...ofFirst, ...other }] : [])];
}

function findLastMonth(clock: Clock): { from: string; to: string } {
  const today: Temporal.PlainDate = toToday(clock);
  return { from: today.subtract({ days: 29 }).toString(), to: today.toString() };
}

/**
 * What the calls of each side are together, exactly what the list finds under the same filter, and
 * when they were; sides of the same days over the same span.
 * @param expand the values that are one with a campaign
 */
export async function compareCalls(
  sides: readonly Side[],
  clock: Clock,
  expand: (campaign: string) => readonly string[] = (campaign) => [campaign],
): Promise<ComparedSideView[]> {
  const filters = sides.map((side) => toFilter(side, expand));
  const [one, other] = filters;
  const isOneSpan = one && other && one.from === other.from && one.to === other.to;
  const include = filters.flatMap(({ campaign }) => campaign.include);
  const span = isOneSpan
    ? await countTimeline({ ...one, campaign: { include, exclude: [] } }, clock.timeZone)
    : null;
  const days = span && { from: span.from, to: span.to };
  return Promise.all(
    filters.map(async (filter) => {
      const [figures, timeline] = await Promise.all([
        countFigures(filter, clock),
        countTimeline({ ...filter, ...days }, clock.timeZone),
      ]);
      return { filter, figures: figures.current, timeline };
    }),
  );
}

function toFilter(
  { campaign, from, to }: Side,
  expand: (campaign: string) => readonly string[],
): RecordingFilter {
  if (campaign === undefined) return { ...emptyFilter, from, to };
  const include = campaign === null ? [null] : [...expand(campaign)];
  return { ...emptyFilter, campaign: { include, exclude: [] }, from, to };
}
