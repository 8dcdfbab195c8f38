import "server-only";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/client/client";
import { buildWhere, flagColumns, type WhereOptions } from "./build-where";
import type { FlagField, RecordingFilter } from "./filter";
import { scanFacets } from "./scan-facets";
import { readFacets } from "./totals/read-totals";
import { wantZone } from "./totals/run-totals";
import type { FacetsView, FacetValueView } from "./views";

/**
 * The values that the data has, with counts that ignore their own field's choice. Exact: from the
 * kept totals where these can tell, otherwise from the recordings themselves; but of a search that
 * finds more than 10,000 calls they say how many there are at least.
 */
export async function countFacets(
  filter: RecordingFilter,
  timeZone: string,
  signal?: AbortSignal,
): Promise<FacetsView> {
  wantZone(timeZone);
  const facets =
    (await readWithIncomplete(filter, timeZone)) ?? (await scanFacets(filter, timeZone, signal));
  const withChosen = (field: ListedField) => ({
    [field]: listChosen(facets[field], filter[field]),
  });
  return Object.assign(facets, ...listedFields.map(withChosen));
}

/** The totals take for "no" what isn't "yes", and know nothing of what is incomplete. */
async function readWithIncomplete(
  filter: RecordingFilter,
  timeZone: string,
): Promise<FacetsView | null> {
  const kept = await readFacets(filter, timeZone);
  if (!kept) return null;
  const { all, ...unknown } = await countIncomplete(filter, { timeZone });
  const known = (field: keyof typeof unknown) => ({
    ...kept[field],
    no: Math.max(0, kept[field].no - unknown[field]),
  });
  return {
    ...kept,
    ...{
      transcript: known("transcript"),
      confirmed: known("confirmed"),
      phoneOk: known("phoneOk"),
    },
    incomplete: { yes: all, no: Math.max(0, kept.total - all) },
  };
}

/** How many calls are incomplete, and of how many of them an answer is not known. */
type IncompleteCount = { all: number } & Record<Exclude<FlagField, "incomplete">, number>;

/** Counted along an index of these alone, so that whole ones cost nothing. */
async function countIncomplete(
  filter: RecordingFilter,
  options: WhereOptions,
): Promise<IncompleteCount> {
  const { transcript, confirmed, phoneOk } = flagColumns;
  const unknown = (column: Prisma.Sql) =>
    Prisma.sql`count(*) FILTER (WHERE ${column} IS NULL)::int`;
  const [row] = await db().$queryRaw<IncompleteCount[]>`
    SELECT count(*)::int AS "all", ${unknown(transcript)} AS transcript,
      ${unknown(confirmed)} AS confirmed, ${unknown(phoneOk)} AS "phoneOk"
    FROM recording WHERE is_incomplete AND ${buildWhere(filter, options)}`;
  return row ?? { all: 0, transcript: 0, confirmed: 0, phoneOk: 0 };
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
