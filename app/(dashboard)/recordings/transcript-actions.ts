import type { TranscriptActions } from "@/components/transcript/transcript-actions";
import {
  askForTranscript,
  cancelTranscript,
  deleteTranscript,
  restoreVersion,
} from "@/lib/transcripts/actions";

/** What the transcript of a call can be told, wherever it is shown. */
export const transcriptActions: TranscriptActions = {
  ...{ ask: askForTranscript, cancel: cancelTranscript },
  ...{ remove: deleteTranscript, restore: restoreVersion },
};
