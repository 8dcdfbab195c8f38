import { z } from "zod";
import { texts } from "@/lib/language/texts";
import { longestSecretName } from "./views/views";

export const secretNameSchema = z
  .string()
  .trim()
  .min(1, { error: () => secretsTexts().nameMissing })
  .max(longestSecretName, { error: () => secretsTexts().nameTooLong(longestSecretName) })
  .regex(/^\P{Cc}*$/u, { error: () => secretsTexts().nameInvisible });

export const secretsTexts = texts("intakeSecrets", {
  nameMissing: "Enter a name, such as the month or who registers it.",
  nameTooLong: (most: number) => `Use at most ${most} characters.`,
  nameInvisible: "Use visible characters only.",
});

export const intakeTexts = texts("intake", {
  secretRevoked: "This secret is revoked.",
  secretSealed:
    "It works, but can’t be shown: it was created with another AUTH_SECRET or in another database. Create a new one.",
  secretNameTaken: "A secret with this name already exists.",
  revocation: {
    "not-active": "It’s already revoked.",
    "last-secret": "The last secret can’t be revoked: every event would be refused.",
  },
  enterDays: (most: number) => `Enter a whole number of days from 1 to ${most}.`,
  enterMinutes: (most: number) => `Enter a whole number of minutes from 0 to ${most}.`,
});
