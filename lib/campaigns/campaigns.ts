import "server-only";
import type { Temporal } from "temporal-polyfill";
import { texts } from "@/lib/language/texts";
import { sliceKeysetPage, writeKeyCursor } from "@/lib/list/list-page";
import { compareFilters } from "@/lib/recordings/counts/count-calls";
import { emptyFilter, type RecordingFilter } from "@/lib/recordings/filter/filter";
import { type Clock, findPeriodBefore, toToday } from "@/lib/recordings/filter/resolve-dates";
import { type CampaignNames, type CampaignRow, selectCampaigns } from "./sql";
import type {
  CampaignListView,
  CampaignQuery,
  CampaignRowView,
  CampaignSort,
  ComparedSideView,
  CompareQuery,
} from "./views";

export const campaignListTexts = texts("campaignList", {
  /** What a search finds the calls of no campaign by. */
  noCampaign: "No campaign",
});

/**
 * One page of campaigns with what their calls are together in the days of a zone, and how many were of
 * success in the period before. Exact: from the kept totals, or from the recordings until the zone's
 * days are counted.
 */
export async function listCampaigns(
  { filter, page }: CampaignQuery,
  clock: Clock,
  names: CampaignNames = { alsoFound: [], heads: new Map(), success: [] },
): Promise<CampaignListView> {
  const { timeZone } = clock;
  const daysBefore = findPeriodBefore({ ...filter, days: null }, clock);
  const { noCampaign } = campaignListTexts();
  const asked = { filter, page, timeZone, daysBefore, noCampaign };
  const found = await selectCampaigns(asked, names);
  const { rows, ...cursors } = sliceKeysetPage(found, page, (row) => toCursor(row, page.sort));
  return {
    rows: rows.map(toRowView),
    total: found[0]?.total ?? 0,
    ranked: found[0]?.ranked ?? [],
    daysBefore,
    ...cursors,
  };
}

function toCursor(row: CampaignRow, sort: CampaignSort): string {
  return writeKeyCursor({ key: String(keyOf(row, sort)), id: row.campaign });
}

function keyOf(row: CampaignRow, sort: CampaignSort): string | bigint {
  if (sort.endsWith("name")) return row.campaign;
  if (sort.endsWith("last_call")) return row.last_call_micros ?? 0n;
  if (sort.endsWith("success")) return row.success;
  if (sort.endsWith("success_change")) return row.success_change;
  return sort.endsWith("calls") ? row.calls : row.minutes;
}

function toRowView(row: CampaignRow): CampaignRowView {
  return {
    campaign: row.campaign === "" ? null : row.campaign,
    calls: Number(row.calls),
    minutes: Number(row.minutes),
    statuses: row.statuses,
    successes: Number(row.successes),
    before:
      row.calls_before > 0n
        ? { calls: Number(row.calls_before), successes: Number(row.successes_before) }
        : null,
    lastCallAt: row.last_call_at?.toISOString() ?? null,
  };
}

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
  return compareFilters(
    sides.map((side) => toFilter(side, expand)),
    clock,
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
