import { z } from "zod";
import { colours } from "./colours";
import { vocabularyFields } from "./vocabulary-field";

export const longestName = 80;
export const longestGroup = 40;

/** Which value of which field; calls have no longer ones. */
export const termKeySchema = z.object({
  field: z.enum(vocabularyFields),
  value: z.string().min(1).max(600).refine(isStorable),
});

/** What a person says of a value; an empty text says nothing. */
export const termNamingSchema = z.object({
  displayName: nameOf("The name", longestName),
  colour: z.enum(colours).nullable().catch(null),
  group: nameOf("The group", longestGroup),
});

export type TermKey = z.infer<typeof termKeySchema>;
export type TermNaming = z.infer<typeof termNamingSchema>;

function nameOf(what: string, longest: number) {
  return z
    .string()
    .refine(
      (text) => isStorable(text) && !/\p{Cc}/u.test(text),
      `${what} must be one line of text.`,
    )
    .transform((text) => text.trim())
    .refine((text) => text.length <= longest, `${what} may have at most ${longest} characters.`)
    .transform((text) => text || null);
}

/** PostgreSQL holds neither NUL nor half a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
