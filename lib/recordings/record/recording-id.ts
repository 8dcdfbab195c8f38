import { z } from "zod";

/** What may be a recording's id: none has another one, and no database could look for it. */
export const recordingIdSchema = z
  .string()
  .min(1)
  .max(1_024)
  .refine((id) => !id.includes("\0") && id.isWellFormed());
