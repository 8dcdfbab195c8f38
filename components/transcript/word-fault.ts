import type { TranscriptFault } from "@/lib/transcripts/views";
import { transcriptTexts } from "./texts.en";

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
