import "server-only";
import { queryWith } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import { Prisma } from "@/prisma/client/client";
import { emptyFilter, type MarkField, type RecordingFilter } from "../filter/filter";
import { readFound } from "../query/find-rows";
import { buildConditions, buildDays, buildMinutes, buildWhere, toMark } from "../sql/where";
import type { MarkCountView } from "../views/views";
import type { CountOptions } from "./facets";

/**
 * How many calls have each of these values of a kind of marks, under the rest of the filter. Exact of
 * values that few have; of others it says how many there are at least.
 */
export async function countMarks(
  ...asked: Parameters<typeof lookAtMarks>
): Promise<MarkCountView[]> {
  const looked = await lookAtMarks(...asked);
  return looked.map(({ value, count, isMore }) => ({ value, count, isMore }));
}

/** How many calls of a filter's days have a mark, by its own index; with `isMore` there are so many at least. */
export async function countMarked(
  field: MarkField,
  value: string,
  filter: RecordingFilter,
  timeZone: string,
  { signal, budget = budgets.counts }: CountOptions = {},
): Promise<Omit<MarkCountView, "value">> {
  const most = budget.scanned;
  const counted = buildCount(toMark(field, value), buildDays(filter, timeZone), most);
  const [row] = await queryWith<MarkRow>(counted, { signal });
  const count = row?.count ?? 0;
  return { count: Math.min(count, most), isMore: count > most };
}

/** With `others`, so many calls at least haven't the mark; null: nobody looked at calls, but at marks alone. */
type LookedAt = MarkCountView & { others: number | null };

/** `countMarks`, which tells what it saw besides. */
export async function lookAtMarks(
  field: MarkField,
  values: readonly string[],
  asked: RecordingFilter,
  timeZone: string,
  { signal, budget = budgets.counts }: CountOptions = {},
): Promise<LookedAt[]> {
  if (values.length === 0) return [];
  const filter = { ...asked, [field]: emptyFilter[field] };
  const most = budget.found;
  const marks = values.map((value) => toMark(field, value));
  const days = buildDays(filter, timeZone);
  const inDays = and(days);
  const limited = marks.map((mark) => buildCount(mark, days, most));
  const all = toCounts(await queryWith<MarkRow>(Prisma.join(limited, " UNION ALL "), { signal }));
  const told = (
    found: ReadonlyMap<string | null, number>,
    isMore: (mark: string) => boolean,
    looked: number | null,
  ) =>
    values.map((value) => {
      const mark = toMark(field, value);
      const count = found.get(mark) ?? 0;
      const others = looked === null ? null : Math.max(0, looked - count);
      return { value, count: Math.min(count, most), isMore: isMore(mark), others };
    });
  const isAlone = buildConditions(filter).length + buildMinutes(filter.minutes).length === 0;
  if (isAlone) return told(all, (mark) => (all.get(mark) ?? 0) > most, null);

  const byCount = marks.toSorted((one, other) => (all.get(one) ?? 0) - (all.get(other) ?? 0));
  let left = most;
  const few = byCount.filter((mark) => {
    left -= all.get(mark) ?? 0;
    return left >= 0;
  });
  const many = byCount.slice(few.length);
  const ofFew = Prisma.sql`
    SELECT * FROM recording
    WHERE id = ANY(ARRAY(SELECT recording_id FROM call_mark WHERE mark = ANY(${few}) ${inDays}))
      AND ${buildWhere(filter, { timeZone }, "each")}`;
  const [rare, usual] = await Promise.all([
    few.length > 0 ? queryWith<MarkRow>(countIn(ofFew, few), { signal }) : [],
    many.length > 0
      ? readFound<MarkRow>(filter, timeZone, most + 1, (found) => countIn(found, many), signal)
      : [],
  ]);
  const looked = toCounts(usual).get(null) ?? 0;
  const isCut = looked > most;
  const counts = new Map([...toCounts(rare), ...toCounts(usual)]);
  return told(counts, (mark) => isCut && many.includes(mark), looked);
}

/** Of more than `most`, one more than that. */
function buildCount(mark: string, days: Prisma.Sql[], most: number): Prisma.Sql {
  return Prisma.sql`
    SELECT ${mark}::text AS mark, count(*)::int AS count FROM (
      SELECT FROM call_mark WHERE mark = ${mark} ${and(days)} LIMIT ${most + 1}) AS marked`;
}

function and(conditions: Prisma.Sql[]): Prisma.Sql {
  return conditions.length > 0 ? Prisma.sql`AND ${Prisma.join(conditions, " AND ")}` : Prisma.empty;
}

/** Null is the number of the calls that were looked at. */
type MarkRow = { mark: string | null; count: number };

function countIn(found: Prisma.Sql, marks: string[]): Prisma.Sql {
  return Prisma.sql`
    WITH found AS MATERIALIZED (SELECT id FROM (${found}) AS recording)
    SELECT mark, count(*)::int AS count FROM found JOIN call_mark ON recording_id = found.id
    WHERE mark = ANY(${marks}) GROUP BY mark
    UNION ALL SELECT NULL, count(*)::int FROM found`;
}

function toCounts(rows: MarkRow[]): Map<string | null, number> {
  return new Map(rows.map(({ mark, count }) => [mark, count]));
}
