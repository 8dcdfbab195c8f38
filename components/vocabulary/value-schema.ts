import { tones } from "@/components/ui/tone";
import * as v from "@/lib/platform/shape";

/** A value as people know it. */
export const valueSchema = v.object({
  label: v.string,
  /** How it arrives, where that is something else. */
  raw: v.optional(v.string),
  /** Statuses always have one, campaigns where somebody chose it. */
  tone: v.optional(v.oneOf(tones)),
});

export type ValueView = v.Shaped<typeof valueSchema>;

/** What a row says of its audio. */
export const audioSchema = v.object({
  sign: v.oneOf(["kept", "waiting", "failed"]),
  words: v.string,
  isProtected: v.optional(v.boolean),
});

export type AudioView = v.Shaped<typeof audioSchema>;
