"use client";

import { useState } from "react";
import { counted, countFormat, formatCost } from "@/components/format/numbers";
import { Button } from "@/components/ui/controls/button";
import { texts } from "@/lib/language/texts";
import type { Cost, ListEstimate } from "@/lib/transcripts/views";
import type { BulkTranscriptActions } from "./transcript-section";

export type BulkTranscriptsProps = {
  /** The parameters of the list's address. */
  parameters: string;
  actions: BulkTranscriptActions;
};

type Progress =
  | ListEstimate
  | "counting"
  | "asking"
  | "none"
  | "failed"
  | { queued: number }
  | null;

/** Says what transcribing the calls of a list would take, and does it once that is confirmed. */
export default function BulkTranscripts({ parameters, actions }: BulkTranscriptsProps) {
  const t = bulkTranscriptTexts();
  const [state, setState] = useState<{ of: string; progress: Progress }>({
    of: parameters,
    progress: null,
  });
  const progress = state.of === parameters ? state.progress : null;
  const setProgress = (next: Progress) => setState({ of: parameters, progress: next });
  const count = async () => {
    setProgress("counting");
    setProgress((await actions.estimate(parameters).catch(() => null)) ?? "failed");
  };
  const begin = async () => {
    setProgress("asking");
    const queued = await actions.ask(parameters).catch(() => null);
    setProgress(queued === null ? "failed" : queued === 0 ? "none" : { queued });
  };

  if (progress === null || progress === "failed") {
    return (
      <div className="space-y-1">
        <Button size="small" variant="ghost" className="-ml-2.5" onClick={count}>
          {t.open}
        </Button>
        {progress === "failed" ? (
          <p role="alert" className="text-bad">
            {t.failed}
          </p>
        ) : null}
      </div>
    );
  }
  if (typeof progress === "string" || "queued" in progress || progress.calls === 0) {
    const words =
      typeof progress === "string"
        ? t[progress]
        : "queued" in progress
          ? t.queued(progress.queued)
          : t.none;
    return (
      <p role="status" className="py-1.5 text-muted">
        {words}
      </p>
    );
  }
  return (
    <div className="space-y-2 pt-1">
      <p role="status" className="text-muted">
        {t.found(progress.calls, progress.isMore)} {t.cost(progress.minutes, progress.cost)}
      </p>
      <div className="flex gap-2">
        <Button size="small" variant="primary" onClick={begin}>
          {t.begin(progress.calls)}
        </Button>
        <Button size="small" onClick={() => setProgress(null)}>
          {t.cancel}
        </Button>
      </div>
    </div>
  );
}

export const bulkTranscriptTexts = texts("bulkTranscripts", {
  open: "Transcribe calls…",
  counting: "Counting…",
  none: "Every call here already has a transcript or has no audio.",
  found: (calls: number, isMore: boolean) =>
    `${isMore ? "More than " : ""}${counted(calls, "call has", "calls have")} audio and no transcript.`,
  cost: (minutes: number, cost: Cost | null) =>
    `About ${countFormat.format(Math.max(1, Math.round(minutes)))} min of audio${cost === null ? "" : `, ${formatCost(cost)} at the price you set`}.`,
  begin: (calls: number) => `Transcribe ${counted(calls, "call", "calls")}`,
  asking: "Queuing…",
  queued: (calls: number) =>
    `${counted(calls, "call", "calls")} queued. Transcripts appear as they’re ready.`,
  failed: "That didn’t work. Try again.",
  cancel: "Cancel",
});
