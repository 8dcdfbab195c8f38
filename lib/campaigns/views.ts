import {
  isInstantKey,
  type KeyCursor,
  type ListPage,
  type ListPlace,
  newParameterReader,
  parseKeyCursor,
  readPlace,
  readSearch,
  type UnreadParameter,
  writeSingle,
} from "@/lib/list/list-page";
import { emptyFilter, firstPage, type RecordingFilter } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery, writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import type { PeriodFigures, TimelineView } from "@/lib/recordings/views/views";
import { parseDay } from "@/lib/settings/calendar-day";

/** What a campaign's calls are together; of several values that are one, the one that stands for them. Null is "no campaign". Instants are ISO 8601 in UTC. */
export type CampaignRowView = {
  campaign: string | null;
  calls: number;
  minutes: number;
  /** The most first. */
  statuses: { status: string; calls: number }[];
  /** The calls with a status of success. */
  successes: number;
  /** The same in the period before; null: the days have none, or no call in it. */
  before: { calls: number; successes: number } | null;
  lastCallAt: string | null;
};

export type CampaignListView = ListPage<CampaignRowView> & {
  /** How many campaigns match. */
  total: number;
  /** The statuses of all campaigns in these days, the most frequent first. */
  ranked: string[];
  /** The days that each row's `before` is of; null: the filter has no first day. */
  daysBefore: { from: string; to: string } | null;
};

/** One side of a comparison, and the filter that finds its calls in the list. */
export type ComparedSideView = {
  filter: RecordingFilter;
  figures: PeriodFigures;
  /** Null: no days to draw. */
  timeline: TimelineView | null;
};

/** Which campaigns are asked for, and the days (YYYY-MM-DD) in the viewer's zone of their calls. */
export type CampaignFilter = { q: string; from: string | null; to: string | null };

const campaignSorts = [
  "-calls",
  "calls",
  "-minutes",
  "minutes",
  "-last_call",
  "last_call",
  "-success",
  "success",
  "-success_change",
  "success_change",
  "name",
  "-name",
] as const;

export type CampaignSort = (typeof campaignSorts)[number];

export type CampaignPage = ListPlace & { sort: CampaignSort };
export type CampaignQuery = { filter: CampaignFilter; page: CampaignPage };

export const emptyCampaignFilter: CampaignFilter = { q: "", from: null, to: null };

export const firstCampaignPage: CampaignPage = {
  sort: "-calls",
  after: null,
  before: null,
  limit: 50,
};

/** Reads the URL of the campaigns. Never throws: what can't be read is left out and reported. */
export function parseCampaignQuery(
  parameters: URLSearchParams,
): CampaignQuery & { unread: UnreadParameter[] } {
  const unread: UnreadParameter[] = [];
  const read = newParameterReader(parameters, unread);
  const filter = {
    q: readSearch(parameters),
    from: read("from", parseDay),
    to: read("to", parseDay),
  };
  const sort = read("sort", (value) => campaignSorts.find((one) => one === value)) ?? "-calls";
  const page = {
    sort,
    ...readPlace(read, (value) => parseCampaignCursor(value, sort), firstCampaignPage.limit),
  };
  return { filter, page, unread };
}

/** The inverse of `parseCampaignQuery`: what equals a default is left out. */
export function writeCampaignQuery({ filter, page }: CampaignQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  return writeSingle(parameters, [
    ["q", filter.q || null],
    ["from", filter.from],
    ["to", filter.to],
    ["sort", page.sort === firstCampaignPage.sort ? null : page.sort],
    ["after", page.after],
    ["before", page.before],
    ["limit", page.limit === firstCampaignPage.limit ? null : page.limit],
  ]);
}

/** The id is the campaign's name, '' for none; keys are numbers, microseconds since 1970 or names. */
export function parseCampaignCursor(text: string, sort: CampaignSort): KeyCursor | undefined {
  const cursor = parseKeyCursor(text);
  if (!cursor || sort.endsWith("name")) return cursor;
  if (sort.endsWith("last_call")) return isInstantKey(cursor.key) ? cursor : undefined;
  return /^-?\d{1,18}$/.test(cursor.key) ? cursor : undefined;
}

/**
 * What is compared: two campaigns, or one (all calls, where it is none) in two periods. Null is "no
 * campaign"; days (YYYY-MM-DD) are of the viewer's zone.
 */
export type CompareQuery = {
  campaigns: (string | null)[];
  from: string | null;
  to: string | null;
  /** The days of the other side; null: those before, or of two campaigns the same ones. */
  beforeFrom: string | null;
  beforeTo: string | null;
};

/** Reads the URL of a comparison. Never throws: what can't be read is left out and reported. */
export function parseCompareQuery(
  parameters: URLSearchParams,
): CompareQuery & { unread: UnreadParameter[] } {
  const unread: UnreadParameter[] = [];
  const campaigns: (string | null)[] = [];
  for (const value of parameters.getAll("campaign").filter((text) => text !== "")) {
    const campaign = parseCampaign(value);
    if (campaign !== undefined && campaigns.length < 2) campaigns.push(campaign);
    else unread.push({ parameter: "campaign", value });
  }
  const read = newParameterReader(parameters, unread);
  return {
    campaigns,
    from: read("from", parseDay),
    to: read("to", parseDay),
    beforeFrom: read("before_from", parseDay),
    beforeTo: read("before_to", parseDay),
    unread,
  };
}

/** The inverse of `parseCompareQuery`. */
export function writeCompareQuery(query: CompareQuery): URLSearchParams {
  const parameters = new URLSearchParams(
    query.campaigns.map((campaign) => ["campaign", writeCampaign(campaign)]),
  );
  return writeSingle(parameters, [
    ["from", query.from],
    ["to", query.to],
    ["before_from", query.beforeFrom],
    ["before_to", query.beforeTo],
  ]);
}

/** A campaign as the address of the list of recordings writes it. */
export function writeCampaign(campaign: string | null): string {
  const filter = { ...emptyFilter, campaign: { include: [campaign], exclude: [] } };
  return writeRecordingQuery({ filter, page: firstPage }).get("campaign") ?? "";
}

function parseCampaign(value: string): string | null | undefined {
  const { filter } = parseRecordingQuery(new URLSearchParams({ campaign: value }));
  return filter.campaign.include[0];
}
