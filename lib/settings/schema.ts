import { z } from "zod";

export const defaultRetentionDays = 90;
export const longestRetentionDays = 3_650;

/** For how many days the raw bytes of deliveries are kept; null: for ever. */
export const retentionSchema = z.object({
  days: z.int().min(1).max(longestRetentionDays).nullable(),
});

export type Retention = z.infer<typeof retentionSchema>;
