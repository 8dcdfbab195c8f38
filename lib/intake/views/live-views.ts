import * as v from "@/lib/platform/shape";

/** How far a re-reading is. */
export const rereadProgressSchema = v.object({
  id: v.string,
  state: v.oneOf(["running", "stopped", "done", "discarded"]),
  /** Deliveries that matched when it began; null where they were too many to count. */
  total: v.nullable(v.number),
  readCount: v.number,
  /** Of those, how many were held back and are no more, and how many are held back after it. */
  releasedCount: v.number,
  heldCount: v.number,
  /** Those whose bytes are no longer kept. */
  skippedCount: v.number,
  /** Why the last try failed; null while all is well. */
  fault: v.nullable(v.string),
});

export type RereadProgressView = v.Shaped<typeof rereadProgressSchema>;

/** Whether a first delivery has come, and how many requests were refused for their secret. */
export const contactNewsSchema = v.object({
  deliveryId: v.nullable(v.string),
  wrongSecrets: v.number,
});

export type ContactNewsView = v.Shaped<typeof contactNewsSchema>;
