import type { NotesActions } from "@/components/notes/notes-section";
import type {
  BulkTranscriptActions,
  TranscriptActions,
} from "@/components/transcript/transcript-section";
import {
  addNote,
  changeNote,
  changeReview,
  makeTag,
  readCallHistory,
  readMentionable,
  readNoteHistory,
  readTags,
  removeNote,
  switchTag,
} from "@/lib/notes/actions";
import {
  cancelTranscript,
  deleteTranscript,
  estimateTranscripts,
  queueTranscripts,
  requestTranscript,
  restoreVersion,
} from "@/lib/transcripts/actions";

/** What the notes of a call can be told, wherever it is shown. */
export const notesActions: NotesActions = {
  add: addNote,
  change: changeNote,
  remove: removeNote,
  review: changeReview,
  history: readNoteHistory,
  callHistory: readCallHistory,
  people: readMentionable,
  tags: { list: readTags, make: makeTag, set: switchTag },
};

/** What the transcript of a call can be told, wherever it is shown. */
export const transcriptActions: TranscriptActions = {
  ask: requestTranscript,
  cancel: cancelTranscript,
  remove: deleteTranscript,
  restore: restoreVersion,
};

/** What can be asked for all calls of a list. */
export const bulkTranscriptActions: BulkTranscriptActions = {
  estimate: estimateTranscripts,
  ask: queueTranscripts,
};
