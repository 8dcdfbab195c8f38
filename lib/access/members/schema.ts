import { z } from "zod";
import { maxPasswordLength, minPasswordLength } from "../sessions/password";
import { membersTexts } from "./texts.en";

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: () => membersTexts().emailMissing }));

export const roleSchema = z.enum(["administrator", "member"]);

const longestName = 200;

/** Whom an invitation is for: a line of text, or nothing. */
export const inviteeSchema = z
  .string()
  .trim()
  .max(longestName)
  .transform((text) => text || null)
  .catch(null);

/** What a person who opened an invitation tells about themselves. */
export const newAccountSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => membersTexts().nameMissing })
    .max(longestName, { error: () => membersTexts().atMost(longestName) }),
  email: emailSchema,
  password: z
    .string()
    .min(minPasswordLength, { error: () => membersTexts().atLeast(minPasswordLength) })
    .max(maxPasswordLength, { error: () => membersTexts().atMost(maxPasswordLength) }),
});

export type NewAccount = z.infer<typeof newAccountSchema>;
