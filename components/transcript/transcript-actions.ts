import type {
  askForTranscript,
  cancelTranscript,
  deleteTranscript,
  restoreVersion,
} from "@/lib/transcripts/actions";

/** What the transcript of a call can be told. */
export type TranscriptActions = {
  ask: typeof askForTranscript;
  cancel: typeof cancelTranscript;
  remove: typeof deleteTranscript;
  restore: typeof restoreVersion;
};
