import { z } from "zod";

export const longestSecretName = 60;

export const secretNameSchema = z
  .string()
  .trim()
  .min(1, "Enter a name, such as the month or who registers it.")
  .max(longestSecretName, `Use at most ${longestSecretName} characters.`)
  .regex(/^\P{Cc}*$/u, "Use visible characters only.");
