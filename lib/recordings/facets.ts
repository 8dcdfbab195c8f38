import "server-only";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/client/client";
import { buildWhere, flagColumns } from "./build-where";
import type { FlagField, RecordingFilter } from "./filter";
import { readFacets } from "./totals/read-totals";
import { wantZone } from "./totals/run-totals";
import type { AnswersView, FacetsView, FacetValueView } from "./views";

/**
 * The values that the data has, with counts that ignore their own field's choice. Exact: from the
 * kept totals where these can tell, otherwise from the recordings themselves.
 */
export async function countFacets(filter: RecordingFilter, timeZone: string): Promise<FacetsView> {
  wantZone(timeZone);
  const facets = (await readFacets(filter, timeZone)) ?? (await scanFacets(filter, timeZone));
  const withChosen = (field: ListedField) => ({
    [field]: listChosen(facets[field], filter[field]),
  });
  return Object.assign(facets, ...listedFields.map(withChosen));
}

const listedFields = ["status", "campaign", "gender", "type"] as const;
type ListedField = (typeof listedFields)[number];
const maxValues = 500;

/** Chosen values are listed even when nothing matches them, so that they can be taken back. */
function listChosen(
  counted: FacetValueView[],
  { include, exclude }: RecordingFilter[ListedField],
): FacetValueView[] {
  const most = counted.slice(0, maxValues);
  const listed = new Map(most.map(({ value, count }) => [value, count]));
  const missing = [...new Set([...include, ...exclude])].filter((value) => !listed.has(value));
  const countOf = new Map(counted.map(({ value, count }) => [value, count]));
  return [...most, ...missing.map((value) => ({ value, count: countOf.get(value) ?? 0 }))];
}

/** The same by reading every recording that matches. */
export async function scanFacets(filter: RecordingFilter, timeZone: string): Promise<FacetsView> {
  const [total, status, campaign, gender, type, transcript, confirmed, phoneOk] = await Promise.all(
    [
      countRecordings(buildWhere(filter, { timeZone })),
      countValues(filter, "status", Prisma.sql`status`, timeZone),
      countValues(filter, "campaign", Prisma.sql`campaign`, timeZone),
      countValues(filter, "gender", Prisma.sql`customer_gender`, timeZone),
      countValues(filter, "type", Prisma.sql`customer_type`, timeZone),
      countAnswers(filter, "transcript", timeZone),
      countAnswers(filter, "confirmed", timeZone),
      countAnswers(filter, "phoneOk", timeZone),
    ],
  );
  return { total, status, campaign, gender, type, transcript, confirmed, phoneOk };
}

async function countRecordings(where: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM recording WHERE ${where}`;
  return row?.count ?? 0;
}

async function countAnswers(
  filter: RecordingFilter,
  field: FlagField,
  timeZone: string,
): Promise<AnswersView> {
  const [row] = await db().$queryRaw<AnswersView[]>`
    SELECT count(*) FILTER (WHERE ${flagColumns[field]})::int AS yes,
           count(*) FILTER (WHERE NOT ${flagColumns[field]})::int AS no
    FROM recording WHERE ${buildWhere(filter, { timeZone, without: field })}`;
  return row ?? { yes: 0, no: 0 };
}

async function countValues(
  filter: RecordingFilter,
  field: ListedField,
  column: Prisma.Sql,
  timeZone: string,
): Promise<FacetValueView[]> {
  const counted = await db().$queryRaw<FacetValueView[]>`
    SELECT ${column} AS value, count(*)::int AS count FROM recording
    WHERE ${buildWhere(filter, { timeZone, without: field })}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${maxValues}`;
  return counted.map(({ value, count }) => ({ value: value || null, count }));
}
