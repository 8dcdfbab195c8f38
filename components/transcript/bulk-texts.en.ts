import { numberFormat } from "@/components/format/intl";
import { texts } from "@/lib/language/texts";
import type { Cost } from "@/lib/transcripts/views";
import { formatCost } from "./format-cost";

const countFormat = numberFormat();

export const bulkTranscriptTexts = texts("bulkTranscripts", {
  open: "Transcribe calls…",
  counting: "Counting…",
  none: "Every call here already has a transcript or has no audio.",
  found: (calls: number, isMore: boolean) =>
    `${isMore ? "More than " : ""}${countFormat.format(calls)} ${calls === 1 ? "call has" : "calls have"} audio and no transcript.`,
  cost: (minutes: number, cost: Cost | null) =>
    `About ${countFormat.format(Math.max(1, Math.round(minutes)))} min of audio${cost === null ? "" : `, ${formatCost(cost)} at the price you set`}.`,
  begin: (calls: number) =>
    `Transcribe ${countFormat.format(calls)} ${calls === 1 ? "call" : "calls"}`,
  asking: "Queuing…",
  queued: (calls: number) =>
    `${countFormat.format(calls)} ${calls === 1 ? "call" : "calls"} queued. Transcripts appear as they’re ready.`,
  failed: "That didn’t work. Try again.",
  cancel: "Cancel",
});
