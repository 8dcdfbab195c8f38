"use client";

import { lazy, Suspense } from "react";
import { WhenOpened } from "@/components/ui/overlay/popover";
import type { BulkTranscriptsProps } from "./bulk-transcripts";

const BulkTranscripts = lazy(() => import("./bulk-transcripts"));

/** Has a list transcribed, once the popover that it stands in is open. */
export function BulkSlot(props: BulkTranscriptsProps) {
  return (
    <WhenOpened>
      <Suspense fallback={<div className="h-8" />}>
        <BulkTranscripts {...props} />
      </Suspense>
    </WhenOpened>
  );
}
