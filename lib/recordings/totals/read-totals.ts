import "server-only";
import { db } from "@/lib/platform/db";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter, ValueFilter } from "../filter";
import { sortFacet } from "../sort-facet";
import type { FacetsView, FacetValueView } from "../views";
import { buildPeriods, isKept, keptFields } from "./build-totals-where";
import { anyZone } from "./keep-zones";

/** The counts under a filter from the kept totals; null where only the recordings can tell. */
export async function readFacets(
  filter: RecordingFilter,
  zone: string,
): Promise<Omit<FacetsView, "incomplete"> | null> {
  if (!isKept(filter) || !(await isZoneKept(zone))) return null;
  const groups = await readGroups(filter, zone);
  if (groups.length > mostGroups) return null;
  const fits = groups.map((group) =>
    keptFields.filter((field) => !matches(group[field], filter[field])),
  );
  const matching = groups.filter((_, index) => fits[index]?.length === 0);
  const besides = (facet: KeptField) =>
    countBy(
      groups.filter((_, index) => fits[index]?.every((missed) => missed === facet)),
      facet,
    );
  const total = sum(matching, ({ calls }) => calls);
  const answers = (count: (group: Group) => bigint) => {
    const yes = sum(matching, count);
    return { yes, no: total - yes };
  };
  return {
    ...{ total, isTotalMore: false, areValuesMore: false },
    status: besides("status"),
    campaign: besides("campaign"),
    gender: besides("gender"),
    type: besides("type"),
    transcript: answers(({ with_transcript }) => with_transcript),
    confirmed: answers(({ confirmed }) => confirmed),
    phoneOk: answers(({ phone_number_correct }) => phone_number_correct),
  };
}

/** Where the data has more combinations of values than that, its calls are as soon counted themselves. */
const mostGroups = 50_000;

export async function isZoneKept(zone: string): Promise<boolean> {
  return (await findKeptZone(zone)) === zone;
}

/** This zone, or the one that is always kept; null while that one is being counted too. */
export async function findKeptZone(zone: string): Promise<string | null> {
  const rows = await db().$queryRaw<{ zone: string }[]>`
    SELECT zone FROM rollup_zone WHERE zone IN (${zone}, ${anyZone}) AND filled_to = 'infinity'`;
  return (rows.find((row) => row.zone === zone) ?? rows[0])?.zone ?? null;
}

type TotalRows = {
  /** What is read of each row, over the columns of the sums, of `day` and of a key. */
  columns: Prisma.Sql;
  periods: Prisma.Sql;
  /** A condition on the columns of a key. */
  choice?: Prisma.Sql;
};

/** Rows that together are all calls of these days: what is added up, and what has changed since. */
export function buildTotals(
  { from, to }: Pick<RecordingFilter, "from" | "to">,
  zone: string,
  { columns, periods, choice = Prisma.sql`true` }: TotalRows,
): Prisma.Sql {
  const first = from === null || from === firstDay ? "-infinity" : from;
  const last = to === null || to === lastDay ? "infinity" : to;
  return Prisma.sql`
    SELECT ${columns}
    FROM (
      SELECT starts_on AS day, rollup_period.* FROM rollup_period
      WHERE zone = ${zone} AND ${periods}
    ) AS total JOIN rollup_key ON rollup_key.id = total.key
    WHERE ${choice}
    UNION ALL
    SELECT ${columns}
    FROM (
      SELECT (starts_at AT TIME ZONE ${zone})::date AS day, rollup_change.* FROM rollup_change
    ) AS change
    WHERE day >= ${first}::date AND day <= ${last}::date AND ${choice}`;
}

type KeptField = (typeof keptFields)[number];
type Group = Record<KeptField, string | null> & {
  calls: bigint;
  with_transcript: bigint;
  confirmed: bigint;
  phone_number_correct: bigint;
};

/** Every combination of values in these days: each facet leaves another choice out. */
function readGroups(filter: RecordingFilter, zone: string): Promise<Group[]> {
  const totals = buildTotals(filter, zone, {
    columns: Prisma.sql`key, status, campaign, gender, type, calls, with_transcript, confirmed,
      phone_number_correct`,
    periods: buildPeriods(filter),
  });
  return db().$queryRaw<Group[]>`
    SELECT nullif(min(status), '') AS status, nullif(min(campaign), '') AS campaign,
      nullif(min(gender), '') AS gender, nullif(min(type), '') AS type,
      sum(calls)::bigint AS calls, sum(with_transcript)::bigint AS with_transcript,
      sum(confirmed)::bigint AS confirmed,
      sum(phone_number_correct)::bigint AS phone_number_correct
    FROM (${totals}) AS counted
    GROUP BY key HAVING sum(calls) <> 0 LIMIT ${mostGroups + 1}`;
}

function matches(value: string | null, { include, exclude }: ValueFilter): boolean {
  return (include.length === 0 || include.includes(value)) && !exclude.includes(value);
}

function countBy(groups: Group[], field: KeptField): FacetValueView[] {
  const counts = new Map<string | null, number>();
  for (const { [field]: value, calls } of groups) {
    counts.set(value, (counts.get(value) ?? 0) + Number(calls));
  }
  return sortFacet([...counts].map(([value, count]) => ({ value, count })));
}

function sum(groups: Group[], count: (group: Group) => bigint): number {
  return groups.reduce((total, group) => total + Number(count(group)), 0);
}
