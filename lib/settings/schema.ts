import { z } from "zod";

export const defaultRetentionDays = 90;
export const longestRetentionDays = 3_650;

/** For how many days the raw bytes of deliveries are kept; null: for ever. */
export const retentionSchema = z.object({
  days: z.int().min(1).max(longestRetentionDays).nullable(),
});

export type Retention = z.infer<typeof retentionSchema>;

export const retryWindowName = "retry-window";
export const longestRetryMinutes = 1_440;

/** For how many minutes after a payload the same bytes count as its retry; 0: they never do. */
const retryWindowSchema = z.object({ minutes: z.int().min(0).max(longestRetryMinutes) });

export type RetryWindow = z.infer<typeof retryWindowSchema>;

/** A stored or typed setting; five minutes for none. @throws {z.ZodError} for what is no window */
export function parseRetryWindow(value: unknown): RetryWindow {
  return retryWindowSchema.parse(value ?? { minutes: 5 });
}
