import type {
  askForTranscript,
  askForTranscripts,
  cancelTranscript,
  deleteTranscript,
  estimateTranscripts,
  restoreVersion,
} from "@/lib/transcripts/actions";

/** What the transcript of a call can be told. */
export type TranscriptActions = {
  ask: typeof askForTranscript;
  cancel: typeof cancelTranscript;
  remove: typeof deleteTranscript;
  restore: typeof restoreVersion;
};

/** What can be asked for all calls of a list. */
export type BulkTranscriptActions = {
  estimate: typeof estimateTranscripts;
  ask: typeof askForTranscripts;
};
