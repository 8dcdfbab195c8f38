import {
  buildKeyset as buildKeysetOf,
  buildOrder as buildOrderOf,
  type OrderSql,
  toInstantSql,
} from "@/lib/list/list-sql";
import { toInstants } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import {
  emptyFilter,
  type FlagField,
  type FlagFilter,
  flagFields,
  isByInstant,
  type MarkField,
  markFields,
  markKinds,
  me,
  nullableFields,
  parseCursor,
  type RecordingFilter,
  type RecordingPage,
  type RecordingSort,
  type ValueField,
  type ValueFilter,
  valueFields,
} from "../filter/filter";
import { readTerms } from "../record/search-text";
import { buildSaid, buildTold, type SaidIn, spell } from "./search";

export type WhereOptions = {
  /** IANA zone in which the days of `from` and `to` begin. */
  timeZone: string;
};

/** The one translation of a filter into SQL, over the table `recording`. */
export function buildWhere(
  filter: RecordingFilter,
  { timeZone }: WhereOptions,
  said: SaidIn = "all",
): Prisma.Sql {
  const conditions = [
    ...buildConditions(filter, said),
    ...buildDays(filter, timeZone),
    ...buildMinutes(filter.minutes),
  ];
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`true`;
}

/** The choices and the search, without what bounds a range: days and minutes. */
export function buildConditions(filter: RecordingFilter, said: SaidIn = "all"): Prisma.Sql[] {
  return [
    ...valueFields.flatMap((field) =>
      (nullableFields.has(field) ? buildNullable : buildPlain)(valueColumns[field], filter[field]),
    ),
    ...flagFields.flatMap((field) => buildFlag(flagColumns[field], filter[field])),
    ...buildChanged(filter.changedSince),
    ...buildMarks(filter),
    ...buildSearch(filter.q, { hasSigns: true, said }),
  ];
}

type SearchOptions = {
  /** Whether the table keeps the signs of its texts. */
  hasSigns: boolean;
  /** Null: what was said is not looked into. */
  said: SaidIn | null;
};

/** Every word must be found; a word of digits may also be part of a phone number. */
export function buildSearch(q: string, { hasSigns, said }: SearchOptions): Prisma.Sql[] {
  return readTerms(q).map((term) => {
    const told = buildTold(term, hasSigns);
    return said && term.text !== null
      ? Prisma.sql`(${told} OR ${buildSaid(spell(term.text, term, true), said)})`
      : told;
  });
}

export const flagColumns: Record<FlagField, Prisma.Sql> = {
  transcript: Prisma.sql`has_transcript`,
  confirmed: Prisma.sql`customer_is_confirmed`,
  phoneOk: Prisma.sql`customer_is_phone_number_correct`,
  incomplete: Prisma.sql`is_incomplete`,
};

export const valueColumns: Record<ValueField, Prisma.Sql> = {
  status: Prisma.sql`status`,
  campaign: Prisma.sql`campaign`,
  gender: Prisma.sql`customer_gender`,
  type: Prisma.sql`customer_type`,
  customer: Prisma.sql`customer_id`,
};

function buildPlain(column: Prisma.Sql, { include, exclude }: ValueFilter): Prisma.Sql[] {
  const written = (values: (string | null)[]) => values.map((value) => value ?? "");
  return [
    ...(include.length > 0 ? [buildAny(column, written(include))] : []),
    ...(exclude.length > 0 ? [Prisma.sql`${column} <> ALL(${written(exclude)})`] : []),
  ];
}

/** What arrives empty is kept as null here, so that the index alone finds it. */
function buildNullable(column: Prisma.Sql, { include, exclude }: ValueFilter): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  if (include.length > 0) {
    const values = include.filter((value) => value !== null);
    const isAny = buildAny(column, values);
    const isNone = Prisma.sql`${column} IS NULL`;
    if (!include.includes(null)) conditions.push(isAny);
    else conditions.push(values.length > 0 ? Prisma.sql`(${isAny} OR ${isNone})` : isNone);
  }
  const excluded = exclude.filter((value) => value !== null);
  if (excluded.length > 0) {
    conditions.push(Prisma.sql`(${column} IS NULL OR ${column} <> ALL(${excluded}))`);
  }
  if (exclude.includes(null)) conditions.push(Prisma.sql`${column} IS NOT NULL`);
  return conditions;
}

/** An index gives the rows of one value in its order, but not those of several. */
function buildAny(column: Prisma.Sql, values: string[]): Prisma.Sql {
  return values.length === 1
    ? Prisma.sql`${column} = ${values[0]}`
    : Prisma.sql`${column} = ANY(${values})`;
}

function buildFlag(column: Prisma.Sql, value: FlagFilter): Prisma.Sql[] {
  if (value === null) return [];
  if (value === "empty") return [Prisma.sql`${column} IS NULL`];
  return [
    value === "not-empty" ? Prisma.sql`${column} IS NOT NULL` : Prisma.sql`${column} = ${value}`,
  ];
}

function buildChanged(changedSince: string | null): Prisma.Sql[] {
  if (changedSince === null) return [];
  if (!changedSince.includes("T"))
    throw new Error(`resolveDates comes before SQL: ${changedSince}`);
  return [Prisma.sql`changed_at >= ${changedSince}::timestamptz`];
}

export function withoutMarks(filter: RecordingFilter): RecordingFilter {
  return {
    ...filter,
    ...Object.fromEntries(markFields.map((field) => [field, emptyFilter[field]])),
  };
}

/**
 * What a filter asks of marks, over any table `recording` that has ids. In the order of the list, whoever
 * reads many asks the marks' own index; a mark that is not where its call is counts as none there.
 */
export function buildMarks(filter: RecordingFilter, { isInOrder = false } = {}): Prisma.Sql[] {
  const isHere = isInOrder
    ? Prisma.sql`AND call_mark.created_at = recording.created_at`
    : Prisma.empty;
  return markFields.flatMap((field) => {
    const { include, exclude } = filter[field];
    const hasAny = include.flatMap((value) => (value === null ? [] : [toMark(field, value)]));
    const hasNone = exclude.flatMap((value) => (value === null ? [] : [toMark(field, value)]));
    const included = [
      ...(hasAny.length > 0 ? [buildMarked(Prisma.sql`mark = ANY(${hasAny}) ${isHere}`)] : []),
      ...(include.includes(null) ? [Prisma.sql`NOT ${buildMarked(ofKind(field))}`] : []),
    ];
    return [
      ...(included.length > 0 ? [Prisma.sql`(${Prisma.join(included, " OR ")})`] : []),
      ...(hasNone.length > 0
        ? [Prisma.sql`NOT ${buildMarked(Prisma.sql`mark = ANY(${hasNone}) ${isHere}`)}`]
        : []),
      // Asked of each call, not joined: the marks of a kind may be those of all calls.
      ...(exclude.includes(null) ? [Prisma.sql`${buildMarked(ofKind(field))} IS TRUE`] : []),
    ];
  });
}

/** Whether a filter asks for marks, or for words, which may have been said. */
export function asksOtherTables(filter: RecordingFilter): boolean {
  return filter.q !== "" || buildMarks(filter).length > 0;
}

function buildMarked(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM call_mark WHERE call_mark.recording_id = recording.id AND ${condition})`;
}

/** The marks are compared by their bytes, and ';' comes right after ':'. */
function ofKind(field: MarkField): Prisma.Sql {
  const { kind } = markKinds[field];
  return Prisma.sql`mark >= ${`${kind}:`} AND mark < ${`${kind};`}`;
}

/** A value of a field as its mark. */
export function toMark(field: MarkField, value: string): string {
  const { kind, isByUser } = markKinds[field];
  if (isByUser && value === me) throw new Error(`resolveViewer comes before SQL: ${field}`);
  return `${kind}:${value}`;
}

export function buildDays(
  { from, to, days }: RecordingFilter,
  timeZone: string,
  column = Prisma.sql`created_at`,
): Prisma.Sql[] {
  // Left out, they would show every call there is.
  if (days !== null) throw new Error(`resolveDates comes before SQL: ${days}`);
  const { startAt, endAt } = toInstants({ from, to }, timeZone);
  return [
    ...(startAt ? [Prisma.sql`${column} >= ${startAt.toString()}::timestamptz`] : []),
    ...(endAt ? [Prisma.sql`${column} < ${endAt.toString()}::timestamptz`] : []),
  ];
}

export function buildMinutes(
  { least, most }: RecordingFilter["minutes"],
  column = minutesKey,
): Prisma.Sql[] {
  if (least === null && most === null) return [];
  return [
    Prisma.sql`${column} >= ${least ?? unknownMinutes + 1}::int`,
    ...(most === null ? [] : [Prisma.sql`${column} <= ${most}::int`]),
  ];
}

/** Minutes that are not known, as a key: below all that a call can have. */
export const unknownMinutes = -2_147_483_648;

/** The minutes as lists are ordered by them; an index holds this very expression. */
export const minutesKey = Prisma.sql`coalesce(minutes_used, '-2147483648'::int)`;

/** What a list of calls is ordered by. */
export function orderOf(sort: RecordingSort): OrderSql {
  const id = Prisma.sql`id`;
  if (!isByInstant(sort)) return { key: minutesKey, id };
  return { key: sort.endsWith("changed_at") ? Prisma.sql`changed_at` : Prisma.sql`created_at`, id };
}

/** The order of a list, or its reverse. */
export function buildOrder(sort: RecordingSort, { isReversed = false } = {}): Prisma.Sql {
  return buildOrderOf(orderOf(sort), sort, { isReversed });
}

/** What lies after a page's cursor, or before it, in the order of the list. */
export function buildKeyset(page: Pick<RecordingPage, "sort" | "after" | "before">): Prisma.Sql {
  const text = page.after ?? page.before;
  const cursor = text === null ? undefined : parseCursor(text, page.sort);
  if (!cursor) return Prisma.sql`true`;
  const key = isByInstant(page.sort) ? toInstantSql(cursor.key) : Prisma.sql`${cursor.key}::int`;
  return buildKeysetOf(orderOf(page.sort), page, { key, id: cursor.id });
}
