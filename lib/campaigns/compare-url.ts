import { newParameterReader, type UnreadParameter, writeSingle } from "@/lib/list/list-url";
import { emptyFilter, firstPage } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery, writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { parseDay } from "@/lib/settings/calendar-day";

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
