"use client";

import { lazy, Suspense } from "react";
import { WhenOpened } from "@/components/ui/overlay/popover";
import type {
  cancelTranscript,
  deleteTranscript,
  estimateTranscripts,
  queueTranscripts,
  requestTranscript,
  restoreVersion,
} from "@/lib/transcripts/actions";
import type { BulkTranscriptsProps } from "./bulk-transcripts";
import type { CallTranscriptProps } from "./call-transcript";

// The list itself needs none of it.
const CallTranscript = lazy(() => import("./call-transcript"));

/** What was said in a call; its place is kept until what shows it has come. */
export function TranscriptSection(props: CallTranscriptProps) {
  return (
    <Suspense
      fallback={<div className="h-40 rounded-lg border border-line bg-surface print:hidden" />}
    >
      <CallTranscript {...props} />
    </Suspense>
  );
}

const BulkTranscripts = lazy(() => import("./bulk-transcripts"));

/** Has a list transcribed, once the popover that it stands in is open. */
export function BulkSlot(props: BulkTranscriptsProps) {
  return (
    <WhenOpened fallback={<div className="h-8" />}>
      <BulkTranscripts {...props} />
    </WhenOpened>
  );
}

/** What the transcript of a call can be told. */
export type TranscriptActions = {
  ask: typeof requestTranscript;
  cancel: typeof cancelTranscript;
  remove: typeof deleteTranscript;
  restore: typeof restoreVersion;
};

/** What can be asked for all calls of a list. */
export type BulkTranscriptActions = {
  estimate: typeof estimateTranscripts;
  ask: typeof queueTranscripts;
};
