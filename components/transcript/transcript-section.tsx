"use client";

import { lazy, Suspense } from "react";
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
