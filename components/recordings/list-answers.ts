import { tones } from "@/components/ui/tone";
import { audioSchema, valueSchema } from "@/components/vocabulary/value-schema";
import type { TagColour } from "@/lib/notes/written-text";
import * as v from "@/lib/platform/shape";
import type { ExtraColumn, ListColumn } from "@/lib/recordings/filter/list-view";
import { answersSchema, timelineSchema } from "@/lib/recordings/views/views";

/** One of several values of a name, as it arrives. */
const partSchema = v.object({ token: v.string, value: v.string, count: v.number });

export type FacetPart = v.Shaped<typeof partSchema>;

/** A value to choose: `token` is how the list's address writes it. */
const optionSchema = v.object({
  ...valueSchema.entries,
  token: v.string,
  count: v.number,
  /** The count is reached at least. */
  isMore: v.optional(v.boolean),
  group: v.optional(v.string),
  /** What it takes to have it. */
  hint: v.optional(v.string),
  /** Where several values have the name: each of them, `token` among them. */
  parts: v.optional(v.array(partSchema)),
});

export type FacetOption = v.Shaped<typeof optionSchema>;

export type FacetField = "status" | "campaign" | "gender" | "type";

/** What the filters offer; the totals are those of `FacetsView`. */
export const facetOptionsSchema = v.object({
  total: v.number,
  isTotalMore: v.boolean,
  estimate: v.nullable(v.number),
  areValuesMore: v.boolean,
  status: v.array(optionSchema),
  campaign: v.array(optionSchema),
  gender: v.array(optionSchema),
  type: v.array(optionSchema),
  transcript: answersSchema,
  confirmed: answersSchema,
  phoneOk: answersSchema,
  incomplete: answersSchema,
});

export type FacetOptions = v.Shaped<typeof facetOptionsSchema>;

/** Which values are chosen, as the list's address writes them, without the sign of negation. */
export type FacetSelection = { include: string[]; exclude: string[] };

/** All that the list's address writes for an option. */
export function toTokens({ token, parts }: Pick<FacetOption, "token" | "parts">): string[] {
  return parts?.map((part) => part.token) ?? [token];
}

/** How many of these are on one side of a choice: all of them, some or none. */
export function describeChosen(
  side: readonly string[],
  tokens: readonly string[],
): "all" | "some" | "none" {
  const count = tokens.filter((token) => side.includes(token)).length;
  return count === tokens.length ? "all" : count > 0 ? "some" : "none";
}

/** A choice with these on one of its sides, or on none. */
export function choose(
  { include, exclude }: FacetSelection,
  tokens: readonly string[],
  side: keyof FacetSelection | null,
): FacetSelection {
  const isOther = (token: string) => !tokens.includes(token);
  return {
    include: [...include.filter(isOther), ...(side === "include" ? tokens : [])],
    exclude: [...exclude.filter(isOther), ...(side === "exclude" ? tokens : [])],
  };
}

/** How many names are on a side of a choice: all values of one are one. */
export function countChosen(
  side: readonly string[],
  merged: readonly (readonly string[])[],
): number {
  const whole = merged.filter((tokens) => describeChosen(side, tokens) === "all");
  const within = new Set(whole.flat());
  return whole.length + side.filter((token) => !within.has(token)).length;
}

/** A timeline and its statuses as people know them, in the order in which they are stacked. */
const paintedTimelineSchema = v.object({
  ...timelineSchema.entries,
  statuses: v.array(v.object({ status: v.string, label: v.string, tone: v.oneOf(tones) })),
  /** The words of its axis, each at a share of its width. */
  ticks: v.array(v.object({ at: v.number, label: v.string })),
  /** Times of which calls may be missing, as shares of its width. */
  gaps: v.array(v.object({ from: v.number, to: v.number, text: v.string })),
});

export type PaintedTimeline = v.Shaped<typeof paintedTimelineSchema>;

/** Null: too many calls to be counted. */
const sumsSchema = v.object({
  calls: v.nullable(v.number),
  minutes: v.nullable(v.number),
  /** Calls with a status of success; null: or nobody has said which these are. */
  successes: v.nullable(v.number),
});

export type Sums = v.Shaped<typeof sumsSchema>;

const statusChoiceSchema = v.object({
  label: v.string,
  tone: v.oneOf(tones),
  values: v.array(v.string),
  isSuccess: v.boolean,
});

export type StatusChoice = v.Shaped<typeof statusChoiceSchema>;

const figuresSchema = v.object({
  current: sumsSchema,
  /** Of the days before, both included; null: there are none to compare with. */
  before: v.nullable(v.object({ ...sumsSchema.entries, from: v.string, to: v.string })),
  /** What can be chosen as success, in the usual order: statuses of one name are one. */
  statuses: v.array(statusChoiceSchema),
});

export type PaintedFigures = v.Shaped<typeof figuresSchema>;

/** What `/api/recordings/counts` answers. */
export const countsSchema = v.object({
  options: facetOptionsSchema,
  timeline: v.nullable(paintedTimelineSchema),
  figures: figuresSchema,
});

export type CountsAnswer = v.Shaped<typeof countsSchema>;

const textOrNone = v.nullable(v.string);

/** `atMs`: where in the recording it is said. */
const elsewhereSchema = v.object({
  label: v.string,
  parts: v.array(v.string),
  atMs: v.optional(v.nullable(v.number)),
});

export type Elsewhere = v.Shaped<typeof elsewhereSchema>;

/** Why a call is found: its texts in parts, every second of which is a hit. */
export type RowMarks = Partial<Record<ListColumn, string[]>> & {
  /** What is found where no column shows it. */
  elsewhere?: Elsewhere[] | undefined;
};

const marksSchema = v.record(
  v.anyOf(v.array(v.string), v.array(elsewhereSchema)),
) as v.Shape<RowMarks>;

/** One that this page doesn’t know is drawn without. */
const colourSchema = v.string as v.Shape<TagColour>;

const moreSchema: v.Shape<Partial<Record<ExtraColumn, string | null>>> = v.record(textOrNone);

/** A row as it is read, every value in words: the browser needs nothing to draw it. */
export const rowSchema = v.object({
  id: v.string,
  day: v.string,
  time: v.string,
  createdAt: v.string,
  changedAt: v.string,
  fullTime: v.string,
  /** Whether that is when the call arrived, for want of its own time. */
  isOfArrival: v.boolean,
  customerName: v.string,
  phoneNumber: v.string,
  /** Null, here and below: not known. */
  isPhoneNumberCorrect: v.nullable(v.boolean),
  campaign: textOrNone,
  /** How it arrives, where it is called something else. */
  campaignRaw: v.optional(v.string),
  campaignTone: v.optional(v.oneOf(tones)),
  status: v.string,
  statusRaw: v.optional(v.string),
  /** Else its words are the value. */
  hasNoStatus: v.optional(v.boolean),
  /** Both as they are called and as they arrive, where that differs. */
  named: v.optional(v.string),
  tone: v.oneOf(tones),
  minutesUsed: v.nullable(v.number),
  hasTranscript: v.nullable(v.boolean),
  audio: v.nullable(audioSchema),
  /** Whether it came with audio, of which nobody has found that it can't be heard. */
  canPlay: v.boolean,
  summaryBeginning: v.string,
  /** Of the columns that must be chosen, those that are; null is "none". */
  more: moreSchema,
  /** Of its column. */
  tags: v.optional(v.array(v.object({ name: v.string, colour: colourSchema }))),
  /** Fields that are missing or can't be read. */
  problemCount: v.number,
  /** Why a search finds it; null where there is none. */
  marks: v.nullable(marksSchema),
});

export type RowViewModel = v.Shaped<typeof rowSchema>;

/** What `/api/recordings/rows` answers. */
export const rowsSchema = v.object({ rows: v.array(rowSchema) });

/** What `/api/recordings/page` answers: where the next one begins, and a watermark older than the rows. */
export const listPageSchema = v.object({
  ...rowsSchema.entries,
  after: textOrNone,
  since: v.string,
});

export type ListPage = v.Shaped<typeof listPageSchema>;
