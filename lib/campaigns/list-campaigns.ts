import "server-only";
import { sliceKeysetPage, writeKeyCursor } from "@/lib/list/cursor";
import { toInstantSql } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { buildPeriods } from "@/lib/recordings/counts/build-totals-where";
import { buildTotals, isZoneKept } from "@/lib/recordings/counts/read-totals";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { foldText } from "@/lib/recordings/record/search-text";
import { buildWhere } from "@/lib/recordings/sql/where";
import { wantZone } from "@/lib/recordings/totals/run-totals";
import { toInstants } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import type { CampaignFilter, CampaignPage, CampaignQuery, CampaignSort } from "./campaign-filter";
import { parseCampaignCursor } from "./campaign-filter-url";
import type { CampaignListView, CampaignRowView } from "./views";

/** What is known of campaigns elsewhere. */
export type CampaignNames = {
  /** Values that a search finds by another name. */
  alsoFound: string[];
  /** Of values that are one, the one that stands for all of them. */
  heads: ReadonlyMap<string, string>;
};

/**
 * One page of campaigns with what their calls are together in the days of a zone. Exact: from the
 * kept totals, or from the recordings until the zone's days are counted.
 */
export async function listCampaigns(
  { filter, page }: CampaignQuery,
  timeZone: string,
  { alsoFound, heads }: CampaignNames = { alsoFound: [], heads: new Map() },
): Promise<CampaignListView> {
  wantZone(timeZone);
  const counted = (await isZoneKept(timeZone))
    ? buildKept(filter, timeZone)
    : buildScanned(filter, timeZone);
  const isBackward = page.before !== null;
  const lastCall = buildLastCall(filter, timeZone, heads.size > 0);
  const byLastCall = page.sort.endsWith("last_call");
  const found = await db().$queryRaw<CampaignRow[]>`
    WITH merged AS (
      SELECT * FROM unnest(${[...heads.keys()]}::text[], ${[...heads.values()]}::text[])
        AS merged (value, head)
    ), by_value AS (
      SELECT campaign AS value, status, sum(calls) AS calls, sum(minutes) AS minutes
      FROM (${counted}) AS counted GROUP BY 1, 2 HAVING sum(calls) <> 0
    ), by_status AS (
      SELECT coalesce(head, value) AS campaign, status, sum(calls)::bigint AS calls,
        sum(minutes)::bigint AS minutes, bool_or(${buildSearch(filter.q, alsoFound)}) AS is_found
      FROM by_value LEFT JOIN merged USING (value) GROUP BY 1, 2
    ), by_campaign AS (
      SELECT campaign, sum(calls)::bigint AS calls, sum(minutes)::bigint AS minutes,
        bool_or(is_found) AS is_found,
        json_agg(json_build_object('status', status, 'calls', calls)
          ORDER BY calls DESC, status) AS statuses
      FROM by_status GROUP BY 1
    ), matching AS (
      SELECT *, ${byLastCall ? lastCall : Prisma.sql`NULL::timestamptz`} AS last_call_at
      FROM by_campaign WHERE is_found
    ), page AS (
      SELECT * FROM matching WHERE ${buildKeyset(page)}
      ORDER BY ${buildOrder(page.sort, isBackward)} LIMIT ${page.limit + 1}
    ), told AS (
      SELECT campaign, calls, minutes, statuses,
        ${byLastCall ? Prisma.sql`last_call_at` : lastCall} AS last_call_at
      FROM page AS by_campaign
    )
    SELECT *, (extract(epoch FROM last_call_at) * 1000000)::bigint AS last_call_micros,
      (SELECT count(*)::int FROM matching) AS total
    FROM told ORDER BY ${buildOrder(page.sort, isBackward)}`;
  const { rows, hasAfter, hasBefore } = sliceKeysetPage(found, page);
  return {
    rows: rows.map(toRowView),
    total: found[0]?.total ?? 0,
    after: hasAfter ? toCursor(rows.at(-1), page.sort) : null,
    before: hasBefore ? toCursor(rows[0], page.sort) : null,
  };
}

type CampaignRow = {
  /** '' is "none", as in the totals. */
  campaign: string;
  calls: bigint;
  minutes: bigint;
  statuses: { status: string; calls: number }[];
  last_call_at: Date | null;
  last_call_micros: bigint | null;
  total: number;
};

function buildKept(filter: CampaignFilter, zone: string): Prisma.Sql {
  return buildTotals(filter, zone, {
    level: "campaign",
    columns: Prisma.sql`campaign, status, calls, minutes`,
    periods: buildPeriods(filter),
  });
}

function buildScanned({ from, to }: CampaignFilter, timeZone: string): Prisma.Sql {
  return Prisma.sql`
    SELECT coalesce(campaign, '') AS campaign, status, count(*) AS calls,
      coalesce(sum(minutes_used), 0) AS minutes
    FROM recording WHERE ${buildWhere({ ...emptyFilter, from, to }, { timeZone })} GROUP BY 1, 2`;
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
function buildSearch(q: string, alsoFound: string[]): Prisma.Sql {
  const name = Prisma.sql`lower(normalize(regexp_replace(normalize(
    CASE value WHEN '' THEN 'No campaign' ELSE value END, NFKD),
    '[\\u0300-\\u036f]', '', 'g'), NFC))`;
  const words = foldText(q).split(/\s+/u).filter(Boolean).slice(0, maxWords);
  const conditions = words.map((word) => Prisma.sql`strpos(${name}, ${word}) > 0`);
  if (conditions.length === 0) return Prisma.sql`true`;
  return Prisma.sql`(${Prisma.join(conditions, " AND ")} OR value = ANY(${alsoFound}))`;
}

const orders: Record<CampaignSort, { column: Prisma.Sql; isDescending: boolean }> = {
  "-calls": { column: Prisma.sql`calls`, isDescending: true },
  calls: { column: Prisma.sql`calls`, isDescending: false },
  "-minutes": { column: Prisma.sql`minutes`, isDescending: true },
  minutes: { column: Prisma.sql`minutes`, isDescending: false },
  "-last_call": { column: Prisma.sql`last_call_at`, isDescending: true },
  last_call: { column: Prisma.sql`last_call_at`, isDescending: false },
  name: { column: Prisma.sql`campaign`, isDescending: false },
  "-name": { column: Prisma.sql`campaign`, isDescending: true },
};

function buildOrder(sort: CampaignSort, isReversed: boolean): Prisma.Sql {
  const { column, isDescending } = orders[sort];
  const direction = isDescending !== isReversed ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.sql`${column} ${direction}, campaign ${direction}`;
}

function buildKeyset({ sort, after, before }: CampaignPage): Prisma.Sql {
  const cursor = parseCampaignCursor(after ?? before ?? "", sort);
  if (!cursor) return Prisma.sql`true`;
  const { column, isDescending } = orders[sort];
  const comparison = isDescending === (after !== null) ? Prisma.sql`<` : Prisma.sql`>`;
  return Prisma.sql`(${column}, campaign) ${comparison} (${toKey(cursor.key, sort)}, ${cursor.id})`;
}

function toKey(key: string, sort: CampaignSort): Prisma.Sql {
  if (sort.endsWith("name")) return Prisma.sql`${key}`;
  if (!sort.endsWith("last_call")) return Prisma.sql`${key}::bigint`;
  return toInstantSql(key);
}

function toCursor(row: CampaignRow | undefined, sort: CampaignSort): string | null {
  if (!row) return null;
  return writeKeyCursor({ key: String(keyOf(row, sort)), id: row.campaign });
}

function keyOf(row: CampaignRow, sort: CampaignSort): string | bigint {
  if (sort.endsWith("name")) return row.campaign;
  if (sort.endsWith("last_call")) return row.last_call_micros ?? 0n;
  return sort.replace("-", "") === "calls" ? row.calls : row.minutes;
}

function toRowView(row: CampaignRow): CampaignRowView {
  return {
    campaign: row.campaign === "" ? null : row.campaign,
    calls: Number(row.calls),
    minutes: Number(row.minutes),
    statuses: row.statuses,
    lastCallAt: row.last_call_at?.toISOString() ?? null,
  };
}
