import "server-only";
import { db } from "@/lib/platform/db";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter, ValueFilter } from "../filter";
import { sortFacet } from "../sort-facet";
import type { FacetsView, FacetValueView } from "../views";
import { buildChoice, buildPeriods, isKept } from "./build-totals-where";

/** The counts under a filter from the kept totals; null where only the recordings can tell. */
export async function readFacets(
  filter: RecordingFilter,
  zone: string,
): Promise<Omit<FacetsView, "incomplete"> | null> {
  if (!isKept(filter) || !(await isZoneKept(zone))) return null;
  const [groups, values] = await Promise.all([readGroups(filter, zone), readValues(filter, zone)]);
  const matching = groups.filter(
    (group) => matches(group.status, filter.status) && matches(group.campaign, filter.campaign),
  );
  const total = sum(matching, ({ calls }) => calls);
  const answers = (count: (group: Group) => bigint) => {
    const yes = sum(matching, count);
    return { yes, no: total - yes };
  };
  return {
    ...{ total, isTotalMore: false, areValuesMore: false },
    status: countBy(
      groups.filter(({ campaign }) => matches(campaign, filter.campaign)),
      ({ status }) => status,
    ),
    campaign: countBy(
      groups.filter(({ status }) => matches(status, filter.status)),
      ({ campaign }) => campaign,
    ),
    gender: toFacet(values, "gender"),
    type: toFacet(values, "type"),
    transcript: answers(({ with_transcript }) => with_transcript),
    confirmed: answers(({ confirmed }) => confirmed),
    phoneOk: answers(({ phone_number_correct }) => phone_number_correct),
  };
}

export async function isZoneKept(zone: string): Promise<boolean> {
  const [row] = await db().$queryRaw<{ kept: boolean }[]>`
    SELECT zones @> ARRAY[${zone}] AS kept FROM recording_total_zones WHERE id = 1`;
  return row?.kept ?? false;
}

/** The days of the changes that the days of a filter take in. */
export function buildChangedDays({ from, to }: Pick<RecordingFilter, "from" | "to">): Prisma.Sql {
  const first = from === null || from === firstDay ? "-infinity" : from;
  const last = to === null || to === lastDay ? "infinity" : to;
  return Prisma.sql`day >= ${first}::date AND day <= ${last}::date`;
}

type Group = {
  status: string | null;
  campaign: string | null;
  calls: bigint;
  with_transcript: bigint;
  confirmed: bigint;
  phone_number_correct: bigint;
};

/** Every combination of status and campaign in these days: each facet leaves another choice out. */
function readGroups(filter: RecordingFilter, zone: string): Promise<Group[]> {
  const columns = Prisma.sql`status, campaign, calls, with_transcript, confirmed,
    phone_number_correct`;
  return db().$queryRaw<Group[]>`
    SELECT nullif(status, '') AS status, nullif(campaign, '') AS campaign, sum(calls)::bigint AS calls,
           sum(with_transcript)::bigint AS with_transcript, sum(confirmed)::bigint AS confirmed,
           sum(phone_number_correct)::bigint AS phone_number_correct
    FROM (
      SELECT ${columns} FROM recording_total WHERE zone = ${zone} AND ${buildPeriods(filter)}
      UNION ALL
      SELECT ${columns} FROM recording_total_change
      WHERE zone = ${zone} AND ${buildChangedDays(filter)}
    ) AS counted
    GROUP BY 1, 2 HAVING sum(calls) <> 0`;
}

type Value = { field: string; value: string | null; calls: bigint };

function readValues(filter: RecordingFilter, zone: string): Promise<Value[]> {
  const choice = buildChoice(filter);
  return db().$queryRaw<Value[]>`
    SELECT field, nullif(value, '') AS value, sum(calls)::bigint AS calls
    FROM (
      SELECT field, value, calls FROM recording_value_total
      WHERE zone = ${zone} AND ${buildPeriods(filter)} AND ${choice}
      UNION ALL
      SELECT field, value, calls FROM recording_total_change
      CROSS JOIN LATERAL (VALUES ('gender', gender), ('type', type)) AS one (field, value)
      WHERE zone = ${zone} AND ${buildChangedDays(filter)} AND ${choice}
    ) AS counted
    GROUP BY 1, 2 HAVING sum(calls) <> 0`;
}

function matches(value: string | null, { include, exclude }: ValueFilter): boolean {
  return (include.length === 0 || include.includes(value)) && !exclude.includes(value);
}

function countBy(groups: Group[], keyOf: (group: Group) => string | null): FacetValueView[] {
  const counts = new Map<string | null, number>();
  for (const group of groups) {
    const key = keyOf(group);
    counts.set(key, (counts.get(key) ?? 0) + Number(group.calls));
  }
  return sortFacet([...counts].map(([value, count]) => ({ value, count })));
}

function toFacet(values: Value[], field: string): FacetValueView[] {
  const own = values.filter((one) => one.field === field);
  return sortFacet(own.map(({ value, calls }) => ({ value, count: Number(calls) })));
}

function sum(groups: Group[], count: (group: Group) => bigint): number {
  return groups.reduce((total, group) => total + Number(count(group)), 0);
}
