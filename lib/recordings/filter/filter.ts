import { z } from "zod";
import { isInstantKey } from "@/lib/list/list-page";
import { parseDay } from "@/lib/settings/calendar-day";
import { listColumns } from "./list-view";

/** The fields that can be filtered by value; those where "empty" is null, elsewhere it is ''. */
export const valueFields = ["status", "campaign", "gender", "type", "customer"] as const;
export type ValueField = (typeof valueFields)[number];
export const nullableFields: ReadonlySet<ValueField> = new Set(["campaign", "type"]);

/** The fields that are filtered by marks: facts beside a recording that others than the ledger write. */
export const markFields = [
  "audio",
  "check",
  "heard",
  "tag",
  "review",
  "notes",
  "mentioned",
  "protected",
  /** Where the text of its transcript stands. */
  "text",
] as const;
export type MarkField = (typeof markFields)[number];

/** By each of these names, what `make` gives for it. */
export function ofEach<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

/**
 * Values of one field: any of `include` (when there are some), and none of `exclude`; null is
 * "empty", and the empty text is never among them.
 */
const valueFilterSchema = z.object({
  include: z.array(z.string().nullable()),
  exclude: z.array(z.string().nullable()),
});

/** The answer to a question; "empty" is none, as incomplete recordings may have, "not-empty" is any. */
const flagFilterSchema = z.union([z.boolean(), z.enum(["empty", "not-empty"])]).nullable();

/** Which recordings are asked for; table, counts and export all read this one. */
export const recordingFilterSchema = z.object({
  ...ofEach(valueFields, () => valueFilterSchema),
  /** Of marks null is "none of them". */
  ...ofEach(markFields, () => valueFilterSchema),
  q: z.string(),
  /** Days (YYYY-MM-DD) of `createdAt` in the viewer's zone, both included. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  /** Instead of `from` and `to`: days that go with the calendar; see `resolveDates`. */
  days: z.custom<RelativeDays>((value) => parseRelativeDays(String(value)) === value).nullable(),
  /** Of the calls whose content came since: a day, days that go with the calendar, or an instant. */
  changedSince: z.custom<string>((value) => parseChangedSince(String(value)) === value).nullable(),
  transcript: flagFilterSchema,
  confirmed: flagFilterSchema,
  phoneOk: flagFilterSchema,
  /** Whether something of it is missing or can't be read. */
  incomplete: flagFilterSchema,
  /** Minutes used, both ends included; null is open. */
  minutes: z.object({ least: z.int().nullable(), most: z.int().nullable() }),
});

export const recordingSortSchema = z.enum([
  "-created_at",
  "created_at",
  "-minutes_used",
  "minutes_used",
  "-changed_at",
  "changed_at",
]);

/**
 * One page of the list: its order, the cursor it starts after or ends before, and its length; and
 * the call that is open beside it.
 */
const recordingPageSchema = z.object({
  sort: recordingSortSchema,
  after: z.string().nullable(),
  before: z.string().nullable(),
  limit: z.int().min(1).max(200),
  open: z.string().nullable(),
  /** The columns of the table; null is what the reader is used to. */
  columns: z.array(z.enum(listColumns)).readonly().nullable(),
});

export type ValueFilter = z.infer<typeof valueFilterSchema>;
export type FlagFilter = z.infer<typeof flagFilterSchema>;
export type RecordingFilter = z.infer<typeof recordingFilterSchema>;
export type RecordingSort = z.infer<typeof recordingSortSchema>;
export type RecordingPage = z.infer<typeof recordingPageSchema>;
export type RecordingQuery = { filter: RecordingFilter; page: RecordingPage };

/**
 * The list's parameter of each, and the kind of its marks, which are `<kind>:<value>`. Where people are
 * the values, `me` is who looks; see `resolveViewer`.
 */
export const markKinds = ofEach(markFields, (field) => ({
  parameter: field,
  kind: field,
  isByUser: field === "heard" || field === "mentioned",
}));

/** Where the one value is `true`, `false` stands for "none". */
export const yesNoMarks: ReadonlySet<string> = new Set<MarkField>(["notes", "protected"]);

/** The values of the filter `audio` whose calls can't be heard. */
export const deadAudio: readonly string[] = [
  "refused",
  "gone",
  "too_large",
  "not_audio",
  "removed",
];

/** Who looks, as the list's address names them. */
export const me = "me";

/** The questions that a recording answers with yes or no, if it is known. */
export const flagFields = ["transcript", "confirmed", "phoneOk", "incomplete"] as const;
export type FlagField = (typeof flagFields)[number];

export const defaultLimit = 50;

export const emptyFilter: RecordingFilter = {
  ...ofEach([...valueFields, ...markFields], () => ({ include: [], exclude: [] })),
  q: "",
  from: null,
  to: null,
  days: null,
  changedSince: null,
  transcript: null,
  confirmed: null,
  phoneOk: null,
  incomplete: null,
  minutes: { least: null, most: null },
};

export const firstPage: RecordingPage = {
  sort: "-created_at",
  after: null,
  before: null,
  limit: defaultLimit,
  open: null,
  columns: null,
};

/** The others are by minutes. */
export function isByInstant(sort: RecordingSort): boolean {
  return sort.endsWith("_at");
}

/** Where a page begins or ends: the sort key of a row and its id. */
type Cursor = { key: string; id: string };

/** Written as `<key>~<id>`: the key is microseconds since 1970 or minutes, the id is as it is. */
export function writeCursor({ key, id }: Cursor): string {
  return `${key}~${id}`;
}

/** @returns undefined for whatever is not a cursor of this order. */
export function parseCursor(text: string, sort: RecordingSort): Cursor | undefined {
  const match = /^(-?\d{1,18})~([^\0]{1,1024})$/su.exec(text);
  if (!match?.[1] || !match[2]?.isWellFormed()) return undefined;
  const [, key, id] = match;
  if (isByInstant(sort)) return isInstantKey(key) ? { key, id } : undefined;
  return BigInt.asIntN(32, BigInt(key)) === BigInt(key) ? { key, id } : undefined;
}

/** Undefined for what is neither a day, nor days that go with the calendar, nor an instant in UTC. */
export function parseChangedSince(value: string): string | undefined {
  const [day = "", time] = value.split("T");
  if (time === undefined) return parseDay(value) ?? parseRelativeDays(value);
  const isTime = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?Z$/.test(time);
  return isTime && parseDay(day) ? value : undefined;
}

/** The watermark up to which a page knows what came in; null for whatever is none. */
export function parseWatermark(text: string | null): bigint | null {
  return /^\d{1,18}$/.test(text ?? "") ? BigInt(text ?? "") : null;
}

export const namedDays = [
  "today",
  "yesterday",
  "this-week",
  "last-week",
  "this-month",
  "last-month",
  "this-year",
] as const;

/** Days that are other days tomorrow, as the list's address writes them. */
export type RelativeDays = (typeof namedDays)[number] | `last-${number}-days`;

export const maxLastDays = 3_660;

/** Undefined for what no such days are. */
export function parseRelativeDays(value: string): RelativeDays | undefined {
  const count = countLastDays(value);
  if (count !== null) return count <= maxLastDays ? `last-${count}-days` : undefined;
  return namedDays.find((name) => name === value);
}

/** The 7 of `last-7-days`, today included; null for days that go by a name. */
export function countLastDays(days: string): number | null {
  const digits = /^last-([1-9]\d{0,8})-days$/.exec(days)?.[1];
  return digits === undefined ? null : Number(digits);
}
