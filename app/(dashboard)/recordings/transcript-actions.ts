import type {
  BulkTranscriptActions,
  TranscriptActions,
} from "@/components/transcript/transcript-section";
import {
  askForTranscript,
  askForTranscripts,
  cancelTranscript,
  deleteTranscript,
  estimateTranscripts,
  restoreVersion,
} from "@/lib/transcripts/actions";

/** What the transcript of a call can be told, wherever it is shown. */
export const transcriptActions: TranscriptActions = {
  ...{ ask: askForTranscript, cancel: cancelTranscript },
  ...{ remove: deleteTranscript, restore: restoreVersion },
};

/** What can be asked for all calls of a list. */
export const bulkTranscriptActions: BulkTranscriptActions = {
  estimate: estimateTranscripts,
  ask: askForTranscripts,
};
