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

export const keptAudioName = "kept-audio";
const largestQuotaGb = 1_000_000;

/** How much audio is kept, and for how many days; null: without a limit. */
const keptAudioSchema = z.object({
  quotaGb: z.number().min(0.001).max(largestQuotaGb).nullable(),
  keepDays: z.int().min(1).max(longestRetentionDays).nullable(),
});

export type KeptAudio = z.infer<typeof keptAudioSchema>;

/** A stored setting; no limits for none. @throws {z.ZodError} for what is none: nothing goes on a guess */
export function parseKeptAudio(value: unknown): KeptAudio {
  return keptAudioSchema.parse(value ?? { quotaGb: null, keepDays: null });
}

/**
 * What somebody typed; null: without a limit. Undefined for what is no quota, or could be another
 * one: "1.000" and "1,000" are 1 to some and 1000 to others.
 */
export function readQuota(typed: string): number | null | undefined {
  const written = typed.trim().replace(",", ".");
  if (written === "") return null;
  if (!/^(\d{1,9}(\.\d{1,2})?|0+\.\d{3})$/.test(written)) return undefined;
  return keptAudioSchema.shape.quotaGb.safeParse(Number(written)).data;
}

/** The same of days. */
export function readKeepDays(typed: string): number | null | undefined {
  const written = typed.trim();
  if (written === "") return null;
  if (!/^\d{1,9}$/.test(written)) return undefined;
  return keptAudioSchema.shape.keepDays.safeParse(Number(written)).data;
}
