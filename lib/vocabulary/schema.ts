import { z } from "zod";
import { vocabularyRoomTexts } from "./texts.en";
import { vocabularyFields } from "./views";

/** What a value may be coloured with; each has a tone of both themes. */
export const colours = [
  ...(["green", "lime", "teal", "blue", "violet"] as const),
  ...(["pink", "red", "amber", "brown", "grey"] as const),
] as const;

export type Colour = (typeof colours)[number];

export const longestName = 80;
export const longestGroup = 40;

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

const termSchema = z.object({
  displayName: z.string().max(600).refine(isStorable).nullable(),
  colour: z.enum(colours).nullable(),
  group: z.string().max(longestGroup).refine(isStorable).nullable(),
  position: z.int().min(0).max(100_000).nullable(),
});

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

/** PostgreSQL holds neither NUL nor half a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
