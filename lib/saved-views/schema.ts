import { z } from "zod";
import { cleanText } from "@/lib/list/list-url";
import { rereadQuery } from "./canonical-query";

export const maxViewNameLength = 80;
const maxQueryLength = 16_000;

/** What people call a view; what only looks like several spaces is one. */
export const viewNameSchema = z
  .string()
  .transform((name) => cleanText(name).replaceAll(/\s+/g, " ").trim())
  .pipe(
    z
      .string()
      .min(1, "Enter a name.")
      .max(maxViewNameLength, `Use at most ${maxViewNameLength} characters.`),
  );

/** The list's address, as it is kept. */
export const viewQuerySchema = z
  .string()
  .transform(rereadQuery)
  .pipe(z.string().max(maxQueryLength, "This list has too many filters to be kept."));
