import { z } from "zod";
import { texts } from "@/lib/language/texts";
import { isStorable } from "@/lib/list/list-page";
import type { Clock } from "@/lib/recordings/filter/resolve-dates";

/** The fields whose values are learned from the calls and named by people. */
const vocabularyFields = ["status", "campaign"] as const;

export type VocabularyField = (typeof vocabularyFields)[number];

/**
 * What is said of the values of each field. Values of which nothing is said are in none, unless
 * another value has been given their name.
 */
export type VocabularyView = Record<VocabularyField, ReadonlyMap<string, TermView>> & {
  /** The automatic colours of statuses, of those that have one yet. */
  statusColours: ReadonlyMap<string, Colour>;
};

/** What times and values are worded by: when and where somebody looks, and what people call them. */
export type ViewContext = Clock & { vocabulary: VocabularyView };

/** A value as the settings know it. */
export type ListedTermView = TermView & {
  value: string;
  /** Null: not counted yet. */
  calls: number | null;
};

/** A name as the settings show it, with all the values that have it; what is said holds for all. */
export type ListedNameView = Omit<TermView, "displayName"> & {
  name: string;
  /** The one that stands for all of them first. */
  values: { value: string; calls: number | null }[];
  /** The colour that it has by itself; null: none, or not yet. */
  automatic: Colour | null;
  /** Of all its values; null: not counted yet. */
  calls: number | null;
  /** Whether anything was said of it. */
  isNamed: boolean;
};

export type NameListView = {
  /** In the order in which they are shown everywhere. */
  names: ListedNameView[];
  /** How many more values there are, with fewer calls than these; null: not known, but some. */
  more: number | null;
  suggestions: MergeSuggestion[];
};

/** Names that look like another one: whoever agrees gives them that name. */
export type MergeSuggestion = { into: string; names: string[] };

/** What became of a change. Who is asked, because other values have the name, says that they mean it. */
export type ChangeAnswer =
  | { outcome: "done"; change: TermChange }
  | { outcome: "refused"; fault: string }
  | { outcome: "asks"; values: string[] };

/** What a value may be coloured with; each has a tone of both themes. */
export const colours = [
  "green",
  "lime",
  "teal",
  "blue",
  "violet",
  "pink",
  "red",
  "amber",
  "brown",
  "grey",
] as const;

export type Colour = (typeof colours)[number];

export const longestName = 80;
const longestGroup = 40;

/** The address of a list must have room for all the values of a name. */
export const mostMerged = 50;

/** Calls have no longer ones. */
const valueSchema = z.string().min(1).max(600).refine(isStorable);
const fieldSchema = z.enum(vocabularyFields);

/** Which value of which field. */
export const termKeySchema = z.object({ field: fieldSchema, value: valueSchema });

/** Which values of a field: those of one name, or those that shall have one. */
export const nameKeySchema = z.object({
  field: fieldSchema,
  values: z.array(valueSchema).min(1).max(1_000),
});

/** A name that a person gives; an empty one says nothing. */
export const nameSchema = nameOf("name", longestName);

/** What else a person says of values. */
export const termTraitsSchema = z.object({
  colour: z.enum(colours).nullable().catch(null),
  group: nameOf("group", longestGroup),
});

/** Names that look alike. */
export const likenessSchema = z.object({
  field: fieldSchema,
  into: valueSchema,
  names: z.array(valueSchema).min(1).max(1_000),
});

/** What people said of a value; null: nothing. */
const termSchema = z.object({
  displayName: z.string().max(600).refine(isStorable).nullable(),
  /** Null: the automatic one. */
  colour: z.enum(colours).nullable(),
  group: z.string().max(longestGroup).refine(isStorable).nullable(),
  /** Values with a position stand first, the least on top. */
  position: z.int().min(0).max(100_000).nullable(),
});

export type TermView = z.infer<typeof termSchema>;

/** What was said of values before a change, and after it: all that it takes to undo it. */
export const termChangeSchema = z.object({
  field: fieldSchema,
  terms: z
    .array(z.object({ value: valueSchema, before: termSchema, after: termSchema }))
    .max(10_000),
});

export type TermKey = z.infer<typeof termKeySchema>;
export type NameKey = z.infer<typeof nameKeySchema>;
export type TermTraits = z.infer<typeof termTraitsSchema>;
export type Likeness = z.infer<typeof likenessSchema>;
export type TermChange = z.infer<typeof termChangeSchema>;

function nameOf(what: "name" | "group", longest: number) {
  return z
    .string()
    .refine((text) => isStorable(text) && !/\p{Cc}/u.test(text), {
      error: () => vocabularyRoomTexts()[what].severalLines,
    })
    .transform((text) => text.trim())
    .refine((text) => text.length <= longest, {
      error: () => vocabularyRoomTexts()[what].tooLong(longest),
    })
    .transform((text) => text || null);
}

export const vocabularyRoomTexts = texts("vocabularyRoom", {
  noName: "Enter a name.",
  badName: "This isn’t a valid name.",
  badGroup: "This isn’t a valid group.",
  tooMany: (most: number) => `One name can hold at most ${most} values.`,
  name: {
    severalLines: "The name must be one line of text.",
    tooLong: (most: number) => `The name can have at most ${most} characters.`,
  },
  group: {
    severalLines: "The group must be one line of text.",
    tooLong: (most: number) => `The group can have at most ${most} characters.`,
  },
});
