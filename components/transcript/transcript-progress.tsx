"use client";

import { Captions } from "lucide-react";
import { ShortInstant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { useLiveView } from "@/components/live/use-live-view";
import { Button } from "@/components/ui/controls/button";
import {
  type JobView,
  type TranscriberView,
  type TranscriptFault,
  type TranscriptView,
  transcriptSchema,
} from "@/lib/transcripts/views";
import { transcriptTexts } from "./texts.en";

type MakingProps = {
  job: JobView | null;
  transcriber: TranscriberView | null;
  timeZone: string;
  isBusy: boolean;
  /** Whether there is a transcript, in whose place another one would come. */
  hasText: boolean;
  ask: () => void;
  cancel: () => void;
};

/** Asks for a transcript, having said what it takes, and tells how far it is. */
export function Making({ job, transcriber, timeZone, isBusy, hasText, ask, cancel }: MakingProps) {
  const t = transcriptTexts();
  if (job && job.state !== "failed") {
    return (
      <div role="status" className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-dense">
        <span className="flex items-center gap-2">
          <Captions
            aria-hidden
            className={`size-4 text-info ${job.state === "running" ? "motion-safe:animate-pulse" : ""}`}
          />
          {job.state === "running" ? t.running : t.waiting}
        </span>
        {job.fault ? <Reason job={job} /> : null}
        {job.state === "waiting" && job.fault && job.nextTryAt ? (
          <span className="text-muted">
            {fillText(t.nextTry, {
              when: <ShortInstant at={job.nextTryAt} timeZone={timeZone} />,
            })}
          </span>
        ) : null}
        <Button size="small" variant="ghost" disabled={isBusy} onClick={cancel}>
          {t.cancel}
        </Button>
      </div>
    );
  }
  const about = transcriber ? t.about(transcriber.estimate.minutes, transcriber.estimate.cost) : "";
  return (
    <>
      {job ? (
        <div role="status" className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-dense">
          <span className="text-warn">{t.failed}</span>
          <Reason job={job} />
          <Button size="small" variant="ghost" disabled={isBusy} onClick={cancel}>
            {t.dismiss}
          </Button>
        </div>
      ) : null}
      {transcriber ? (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-dense print:hidden">
          <Button
            size="small"
            variant={hasText ? "ghost" : "secondary"}
            className={hasText ? "-ml-2.5" : undefined}
            disabled={isBusy || !transcriber.isAudioKept}
            onClick={ask}
          >
            <Captions aria-hidden className="size-3.5" />
            {job ? t.tryAgain : hasText ? t.makeAgain : t.make}
          </Button>
          <span className="text-muted tabular-nums">
            {transcriber.isAudioKept ? about : t.needsAudio}
          </span>
        </div>
      ) : null}
    </>
  );
}

function Reason({ job: { fault, reason } }: { job: JobView }) {
  const t = transcriptTexts();
  return (
    <span className="wrap-anywhere text-muted">
      {fault ? t.failures[fault] : null} {reason ? t.saidBy(reason) : null}
    </span>
  );
}

/** The transcript as it is now. */
export function useLiveTranscript(given: TranscriptView, path: string) {
  const { view: transcript, ...others } = useLiveView(given, path, transcriptSchema, keepCues);
  return { transcript, ...others };
}

/** The same transcript has the same cues, whether they came along or not; the list keeps its place. */
function keepCues(next: TranscriptView, before: TranscriptView): TranscriptView {
  const isSame = next.current !== null && next.current.id === before.current?.id;
  return isSame && before.cues ? { ...next, cues: before.cues } : next;
}

/** Why a transcript was not kept, in words. */
export function wordFault(fault: TranscriptFault): string {
  const t = transcriptTexts().faults;
  switch (fault.code) {
    case "too-large":
      return t[fault.code](fault.mostBytes);
    case "too-many-cues":
      return t[fault.code](fault.most);
    case "no-time":
    case "bad-time":
    case "ends-early":
    case "too-late":
      return t[fault.code](fault.line, fault.found);
    default:
      return t[fault.code];
  }
}
