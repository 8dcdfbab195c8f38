import {
  cleanText,
  newParameterReader,
  parseBoolean,
  readPlace,
  readSearch,
  readValue,
  type UnreadParameter,
  writeSingle,
  writeValue,
} from "@/lib/list/list-page";
import { parseDay } from "@/lib/settings/calendar-day";
import {
  defaultLimit,
  emptyFilter,
  type FlagFilter,
  firstPage,
  markFields,
  markKinds,
  ofEach,
  parseChangedSince,
  parseCursor,
  parseRelativeDays,
  type RecordingFilter,
  type RecordingPage,
  type RecordingQuery,
  recordingSortSchema,
  type ValueFilter,
  valueFields,
  yesNoMarks,
} from "./filter";
import { parseColumns, writeColumns } from "./list-view";

/** Reads a list's URL. Never throws: what can't be read is left out and reported. */
export function parseRecordingQuery(
  parameters: URLSearchParams,
): RecordingQuery & { unread: UnreadParameter[] } {
  const unread: UnreadParameter[] = [];
  const read = newParameterReader(parameters, unread);
  const days = read("days", parseRelativeDays);
  // Days that go with the calendar leave nothing for fixed ones to say.
  const readDay = (parameter: string) =>
    read(parameter, (value) => (days ? undefined : parseDay(value)));
  const filter: RecordingFilter = {
    ...ofEach(valueFields, (field) => parseValueFilter(parameters, field)),
    ...ofEach(markFields, (field) => parseValueFilter(parameters, markKinds[field].parameter)),
    q: readSearch(parameters),
    from: readDay("from"),
    to: readDay("to"),
    days,
    changedSince: read("changed_since", parseChangedSince),
    transcript: read("transcript", parseFlag),
    confirmed: read("confirmed", parseFlag),
    phoneOk: read("phone_ok", parseFlag),
    incomplete: read("incomplete", parseFlag),
    minutes: read("minutes", parseMinutes) ?? { least: null, most: null },
  };
  const sort = read("sort", (value) => recordingSortSchema.safeParse(value).data) ?? "-created_at";
  const page: RecordingPage = {
    sort,
    ...readPlace(read, (value) => parseCursor(value, sort), defaultLimit),
    open: read("open", parseId),
    columns: readColumns(parameters, unread),
  };
  return { filter, page, unread };
}

/** The inverse of `parseRecordingQuery`: what equals a default is left out. */
export function writeRecordingQuery({ filter, page }: RecordingQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [field, name] of repeatable) {
    const write = (value: string | null) =>
      value === null && yesNoMarks.has(field) ? "false" : writeValue(value);
    for (const value of filter[field].include) parameters.append(name, write(value));
    for (const value of filter[field].exclude) parameters.append(name, `!${write(value)}`);
  }
  return writeSingle(parameters, listSingles({ filter, page }));
}

function listSingles({ filter, page }: RecordingQuery): [name: string, value: Written][] {
  return [
    ["q", filter.q || null],
    ["from", filter.from],
    ["to", filter.to],
    ["days", filter.days],
    ["changed_since", filter.changedSince],
    ["transcript", writeFlag(filter.transcript)],
    ["confirmed", writeFlag(filter.confirmed)],
    ["phone_ok", writeFlag(filter.phoneOk)],
    ["incomplete", writeFlag(filter.incomplete)],
    ["minutes", writeMinutes(filter.minutes)],
    ["sort", page.sort === "-created_at" ? null : page.sort],
    ["after", page.after],
    ["before", page.before],
    ["limit", page.limit === defaultLimit ? null : page.limit],
    ["open", page.open],
    ["show", page.columns && writeColumns(page.columns)],
  ];
}

type Written = string | number | boolean | null;

/** The fields whose parameter may be there several times, and its name. */
const repeatable = [
  ...valueFields.map((field) => [field, field] as const),
  ...markFields.map((field) => [field, markKinds[field].parameter] as const),
];

/** The name of every parameter that a list's URL may have. */
export const listParameters: readonly string[] = [
  ...repeatable.map(([, name]) => name),
  ...listSingles({ filter: emptyFilter, page: firstPage }).map(([name]) => name),
];

/** Ids of 600 characters may take two units each. */
const maxIdLength = 1_200;
const maxValues = 100;
export const maxMinutes = 2_147_483_647;

function parseValueFilter(parameters: URLSearchParams, name: string): ValueFilter {
  const include = new Set<string | null>();
  const exclude = new Set<string | null>();
  for (const raw of parameters.getAll(name).slice(0, maxValues)) {
    const value = cleanText(raw);
    const negated = value.startsWith("!");
    const text = negated ? value.slice(1) : value;
    if (text === "") continue;
    const isNone = text === "~" || (yesNoMarks.has(name) && text === "false");
    (negated ? exclude : include).add(isNone ? null : readValue(text) || null);
  }
  return { include: [...include], exclude: [...exclude] };
}

function readColumns(
  parameters: URLSearchParams,
  unread: UnreadParameter[],
): RecordingPage["columns"] {
  const { columns, unknown } = parseColumns(parameters.getAll("show").join(","));
  for (const value of unknown) unread.push({ parameter: "show", value });
  return columns;
}

/** An id that a recording can have. */
function parseId(value: string): string | undefined {
  return value.length <= maxIdLength && cleanText(value) === value ? value : undefined;
}

/** "Not yes" is no. */
function parseFlag(value: string): FlagFilter | undefined {
  const negated = value.startsWith("!");
  const text = negated ? value.slice(1) : value;
  if (text === "~") return negated ? "not-empty" : "empty";
  const answer = parseBoolean(text);
  return answer === undefined ? undefined : answer !== negated;
}

function writeFlag(flag: FlagFilter): boolean | string | null {
  if (flag === "not-empty") return "!~";
  return flag === "empty" ? "~" : flag;
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
