import "server-only";
import { buildKeyset, buildOrder, type OrderSql, toInstantSql } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { buildCampaignCounts } from "@/lib/recordings/counts/count-calls";
import { foldText } from "@/lib/recordings/record/search-text";
import { toInstants } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import {
  type CampaignFilter,
  type CampaignPage,
  type CampaignQuery,
  type CampaignSort,
  parseCampaignCursor,
} from "./views";

/** What is known of campaigns elsewhere. */
export type CampaignNames = {
  /** Values that a search finds by another name. */
  alsoFound: string[];
  /** Of values that are one, the one that stands for all of them. */
  heads: ReadonlyMap<string, string>;
  /** Every status of success. */
  success: string[];
};

type Asked = CampaignQuery & {
  timeZone: string;
  /** Null: there is nothing to compare with. */
  daysBefore: { from: string; to: string } | null;
  /** What a search finds the calls of no campaign by. */
  noCampaign: string;
};

/** The rows of a page and one more, in its order or, before a cursor, in the reverse of it. */
export async function selectCampaigns(
  { filter, page, timeZone, daysBefore, noCampaign }: Asked,
  { alsoFound, heads, success }: CampaignNames,
): Promise<CampaignRow[]> {
  const spans = daysBefore ? [filter, daysBefore] : [filter];
  const [current = Prisma.empty, before] = await buildCampaignCounts(spans, timeZone);
  const counted = Prisma.sql`
    SELECT campaign, status, calls, minutes, 0::bigint AS calls_before
    FROM (${current}) AS current
    ${before ? buildBefore(before) : Prisma.empty}`;
  const isReversed = page.before !== null;
  const order = buildOrder(orderOf(page.sort), page.sort, { isReversed });
  const lastCall = buildLastCall(filter, timeZone, heads.size > 0);
  const byLastCall = page.sort.endsWith("last_call");
  return db().$queryRaw<CampaignRow[]>`
    WITH merged AS (
      SELECT * FROM unnest(${[...heads.keys()]}::text[], ${[...heads.values()]}::text[])
        AS merged (value, head)
    ), by_value AS (
      SELECT campaign AS value, status, sum(calls) AS calls, sum(minutes) AS minutes,
        sum(calls_before) AS calls_before, status = ANY(${success}) AS is_success
      FROM (${counted}) AS counted GROUP BY 1, 2 HAVING sum(calls) <> 0 OR sum(calls_before) <> 0
    ), by_status AS (
      SELECT coalesce(head, value) AS campaign, status, is_success, sum(calls)::bigint AS calls,
        sum(minutes)::bigint AS minutes, sum(calls_before)::bigint AS calls_before,
        bool_or(calls <> 0 AND ${buildSearch(filter.q, { alsoFound, noCampaign })}) AS is_found
      FROM by_value LEFT JOIN merged USING (value) GROUP BY 1, 2, 3
    ), by_campaign AS (
      SELECT campaign, sum(calls)::bigint AS calls, sum(minutes)::bigint AS minutes,
        bool_or(is_found) AS is_found, sum(calls_before)::bigint AS calls_before,
        coalesce(sum(calls) FILTER (WHERE is_success), 0)::bigint AS successes,
        coalesce(sum(calls_before) FILTER (WHERE is_success), 0)::bigint AS successes_before,
        json_agg(json_build_object('status', status, 'calls', calls)
          ORDER BY calls DESC, status) FILTER (WHERE calls <> 0) AS statuses
      FROM by_status GROUP BY 1 HAVING sum(calls) <> 0
    ), matching AS (
      SELECT *, ${byLastCall ? lastCall : Prisma.sql`NULL::timestamptz`} AS last_call_at,
        ${sharePoints("successes", "calls")} AS success,
        coalesce(${sharePoints("successes", "calls")}
          - ${sharePoints("successes_before", "calls_before")}, ${unknownAt(page.sort)})
          AS success_change
      FROM by_campaign WHERE is_found
    ), page AS (
      SELECT * FROM matching WHERE ${buildPlace(page)}
      ORDER BY ${order} LIMIT ${page.limit + 1}
    ), told AS (
      SELECT campaign, calls, minutes, statuses, calls_before, successes, successes_before, success,
        success_change, ${byLastCall ? Prisma.sql`last_call_at` : lastCall} AS last_call_at
      FROM page AS by_campaign
    )
    SELECT *, (extract(epoch FROM last_call_at) * 1000000)::bigint AS last_call_micros,
      (SELECT count(*)::int FROM matching) AS total,
      (SELECT json_agg(status ORDER BY calls DESC, status) FROM (
        SELECT status, sum(calls) AS calls FROM by_status GROUP BY 1 HAVING sum(calls) <> 0
      ) AS ranked) AS ranked
    FROM told ORDER BY ${order}`;
}

export type CampaignRow = {
  /** '' is "none", as in the totals. */
  campaign: string;
  calls: bigint;
  minutes: bigint;
  statuses: { status: string; calls: number }[];
  calls_before: bigint;
  successes: bigint;
  successes_before: bigint;
  success: bigint;
  success_change: bigint;
  ranked: string[];
  last_call_at: Date | null;
  last_call_micros: bigint | null;
  total: number;
};

function buildBefore(counted: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    UNION ALL
    SELECT campaign, status, 0 AS calls, 0 AS minutes, calls AS calls_before
    FROM (${counted}) AS former`;
}

/** A share in whole steps, so fine that no two shares of fewer than ten million calls are one. */
function sharePoints(part: string, whole: string): Prisma.Sql {
  const [some, all] = [Prisma.raw(part), Prisma.raw(whole)];
  return Prisma.sql`round(${some}::numeric * ${shareSteps}::bigint / nullif(${all}, 0))::bigint`;
}

const shareSteps = 100_000_000_000_000n;

/** What can't be compared stands last in either order. */
function unknownAt(sort: CampaignSort): Prisma.Sql {
  return Prisma.sql`${sort.startsWith("-") ? -2n * shareSteps : 2n * shareSteps}::bigint`;
}

/** One step along the index for each campaign, and for each value of those that are merged. */
function buildLastCall({ to }: CampaignFilter, timeZone: string, areMerged: boolean): Prisma.Sql {
  const end = toInstants({ from: null, to }, timeZone).endAt?.toString() ?? "infinity";
  const newest = (condition: Prisma.Sql) => Prisma.sql`(
    SELECT created_at FROM recording WHERE ${condition} AND created_at < ${end}::timestamptz
    ORDER BY created_at DESC LIMIT 1)`;
  return Prisma.sql`greatest(
    ${newest(Prisma.sql`recording.campaign = by_campaign.campaign`)},
    ${newest(Prisma.sql`recording.campaign IS NULL AND by_campaign.campaign = ''`)},
    ${
      areMerged
        ? Prisma.sql`(SELECT max(${newest(Prisma.sql`recording.campaign = merged.value`)})
            FROM merged WHERE merged.head = by_campaign.campaign)`
        : Prisma.sql`NULL`
    })`;
}

const maxWords = 10;

/** Every word must be part of the name. */
function buildSearch(
  q: string,
  { alsoFound, noCampaign }: { alsoFound: string[]; noCampaign: string },
): Prisma.Sql {
  const name = Prisma.sql`lower(normalize(regexp_replace(normalize(
    CASE value WHEN '' THEN ${noCampaign} ELSE value END, NFKD),
    '[\\u0300-\\u036f]', '', 'g'), NFC))`;
  const words = foldText(q).split(/\s+/u).filter(Boolean).slice(0, maxWords);
  const conditions = words.map((word) => Prisma.sql`strpos(${name}, ${word}) > 0`);
  if (conditions.length === 0) return Prisma.sql`true`;
  return Prisma.sql`(${Prisma.join(conditions, " AND ")} OR value = ANY(${alsoFound}))`;
}

function orderOf(sort: CampaignSort): OrderSql {
  const name = sort.replace("-", "");
  const column = name === "name" ? "campaign" : name === "last_call" ? "last_call_at" : name;
  return { key: Prisma.raw(column), id: Prisma.sql`campaign` };
}

function buildPlace(page: CampaignPage): Prisma.Sql {
  const cursor = parseCampaignCursor(page.after ?? page.before ?? "", page.sort);
  if (!cursor) return Prisma.sql`true`;
  const place = { key: toKey(cursor.key, page.sort), id: cursor.id };
  return buildKeyset(orderOf(page.sort), page, place);
}

function toKey(key: string, sort: CampaignSort): Prisma.Sql {
  if (sort.endsWith("name")) return Prisma.sql`${key}`;
  if (!sort.endsWith("last_call")) return Prisma.sql`${key}::bigint`;
  return toInstantSql(key);
}
