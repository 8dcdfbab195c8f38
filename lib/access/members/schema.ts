import { z } from "zod";
import { maxPasswordLength, minPasswordLength } from "../sessions/password";

export const emailSchema = z.string().trim().toLowerCase().pipe(z.email("Enter an email address."));

export const roleSchema = z.enum(["administrator", "member"]);

/** What a person who opened an invitation tells about themselves. */
export const newAccountSchema = z.object({
  name: z.string().trim().min(1, "Enter your name.").max(200, "Use at most 200 characters."),
  email: emailSchema,
  password: z
    .string()
    .min(minPasswordLength, `Use at least ${minPasswordLength} characters.`)
    .max(maxPasswordLength, `Use at most ${maxPasswordLength} characters.`),
});

export type NewAccount = z.infer<typeof newAccountSchema>;
