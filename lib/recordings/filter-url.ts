import { parseDay } from "@/lib/settings/calendar-day";
import { parseCursor } from "./cursor";
import {
  defaultLimit,
  nullableFields,
  type RecordingFilter,
  type RecordingPage,
  type RecordingQuery,
  recordingSortSchema,
  type ValueField,
  type ValueFilter,
  valueFields,
} from "./filter";
import { parseColumns, writeColumns } from "./list-columns";

/** A parameter that could not be read. A page ignores it and says so; an export refuses it. */
export type UnreadParameter = { parameter: string; value: string };

/** Reads a list's URL. Never throws: what can't be read is left out and reported. */
export function parseRecordingQuery(
  parameters: URLSearchParams,
): RecordingQuery & { unread: UnreadParameter[] } {
  const unread: UnreadParameter[] = [];
  const read = <T>(parameter: string, parse: (value: string) => T | undefined, fallback: T): T => {
    const values = parameters.getAll(parameter).filter((value) => value !== "");
    for (const extra of values.slice(1)) unread.push({ parameter, value: extra });
    const value = values[0];
    if (value === undefined) return fallback;
    const result = parse(value);
    if (result === undefined) unread.push({ parameter, value });
    return result ?? fallback;
  };

  const filter: RecordingFilter = {
    ...parseValueFilters(parameters),
    q: cleanText((parameters.get("q") ?? "").slice(0, maxSearchLength)).trim(),
    from: read("from", parseDay, null),
    to: read("to", parseDay, null),
    transcript: read("transcript", parseBoolean, null),
    confirmed: read("confirmed", parseBoolean, null),
    phoneOk: read("phone_ok", parseBoolean, null),
    minutes: read("minutes", parseMinutes, { least: null, most: null }),
  };
  const sort = read("sort", (value) => recordingSortSchema.safeParse(value).data, "-created_at");
  const isCursor = (value: string) => (parseCursor(value, sort) ? value : undefined);
  const after = read<string | null>("after", isCursor, null);
  const page: RecordingPage = {
    sort,
    after,
    before: after ? null : read<string | null>("before", isCursor, null),
    limit: read("limit", parseLimit, defaultLimit),
    open: read<string | null>("open", parseId, null),
    columns: readColumns(parameters, unread),
  };
  return { filter, page, unread };
}

/** The inverse of `parseRecordingQuery`: what equals a default is left out. */
export function writeRecordingQuery({ filter, page }: RecordingQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const field of valueFields) {
    for (const value of filter[field].include) parameters.append(field, writeValue(value));
    for (const value of filter[field].exclude) parameters.append(field, `!${writeValue(value)}`);
  }
  const single: [string, string | number | boolean | null][] = [
    ["q", filter.q || null],
    ["from", filter.from],
    ["to", filter.to],
    ["transcript", filter.transcript],
    ["confirmed", filter.confirmed],
    ["phone_ok", filter.phoneOk],
    ["minutes", writeMinutes(filter.minutes)],
    ["sort", page.sort === "-created_at" ? null : page.sort],
    ["after", page.after],
    ["before", page.before],
    ["limit", page.limit === defaultLimit ? null : page.limit],
    ["open", page.open],
    ["columns", page.columns && writeColumns(page.columns)],
  ];
  for (const [name, value] of single) {
    if (value !== null) parameters.set(name, String(value));
  }
  return parameters;
}

export const maxSearchLength = 1_000;
const maxIdLength = 1_024;
const maxValues = 100;
const maxMinutes = 2_147_483_647;

function parseValueFilters(parameters: URLSearchParams): Record<ValueField, ValueFilter> {
  return {
    status: parseValueFilter(parameters, "status"),
    campaign: parseValueFilter(parameters, "campaign"),
    gender: parseValueFilter(parameters, "gender"),
    type: parseValueFilter(parameters, "type"),
    customer: parseValueFilter(parameters, "customer"),
  };
}

function parseValueFilter(parameters: URLSearchParams, field: ValueField): ValueFilter {
  const include = new Set<string | null>();
  const exclude = new Set<string | null>();
  for (const raw of parameters.getAll(field).slice(0, maxValues)) {
    const value = cleanText(raw);
    const negated = value.startsWith("!");
    const text = negated ? value.slice(1) : value;
    if (text === "") continue;
    const isNone = text === "~" && nullableFields.has(field);
    (negated ? exclude : include).add(isNone ? null : readValue(text));
  }
  return { include: [...include], exclude: [...exclude] };
}

/** A value that begins like an operator is written behind a backslash, and so is the empty one. */
export function writeValue(value: string | null): string {
  if (value === null) return "~";
  return /^(?:$|[!~\\])/.test(value) ? `\\${value}` : value;
}

export function readValue(text: string): string {
  return text.startsWith("\\") ? text.slice(1) : text;
}

/** PostgreSQL holds neither NUL nor lone surrogates, so nothing stored can match them. */
export function cleanText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

function readColumns(
  parameters: URLSearchParams,
  unread: UnreadParameter[],
): RecordingPage["columns"] {
  const { columns, unknown } = parseColumns(parameters.getAll("columns").join(","));
  for (const value of unknown) unread.push({ parameter: "columns", value });
  return columns;
}

/** An id that a recording can have. */
function parseId(value: string): string | undefined {
  return value.length <= maxIdLength && cleanText(value) === value ? value : undefined;
}

export function parseBoolean(value: string): boolean | undefined {
  return value === "true" ? true : value === "false" ? false : undefined;
}

function parseMinutes(value: string): RecordingFilter["minutes"] | undefined {
  const match = /^(\d{1,10})?\.\.(\d{1,10})?$/.exec(value);
  if (!match || (match[1] === undefined && match[2] === undefined)) return undefined;
  const [least, most] = [match[1], match[2]].map((digits) =>
    digits === undefined ? null : Number(digits),
  );
  if ((least ?? 0) > maxMinutes || (most ?? 0) > maxMinutes) return undefined;
  return { least: least ?? null, most: most ?? null };
}

function writeMinutes({ least, most }: RecordingFilter["minutes"]): string | null {
  return least === null && most === null ? null : `${least ?? ""}..${most ?? ""}`;
}

export function parseLimit(value: string): number | undefined {
  const limit = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  return limit >= 1 ? Math.min(limit, 200) : undefined;
}
