import { z } from "zod";
import { secretsTexts } from "./texts.en";

export const longestSecretName = 60;

export const secretNameSchema = z
  .string()
  .trim()
  .min(1, { error: () => secretsTexts().nameMissing })
  .max(longestSecretName, { error: () => secretsTexts().nameTooLong(longestSecretName) })
  .regex(/^\P{Cc}*$/u, { error: () => secretsTexts().nameInvisible });
