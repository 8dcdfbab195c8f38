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
  readNoteHistory,
  readPeople,
  readTags,
  removeNote,
  switchTag,
} from "@/lib/notes/actions";
import {
  askForTranscript,
  askForTranscripts,
  cancelTranscript,
  deleteTranscript,
  estimateTranscripts,
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
  people: readPeople,
  tags: { list: readTags, make: makeTag, set: switchTag },
};

/** What the transcript of a call can be told, wherever it is shown. */
export const transcriptActions: TranscriptActions = {
  ask: askForTranscript,
  cancel: cancelTranscript,
  remove: deleteTranscript,
  restore: restoreVersion,
};

/** What can be asked for all calls of a list. */
export const bulkTranscriptActions: BulkTranscriptActions = {
  estimate: estimateTranscripts,
  ask: askForTranscripts,
};
