import { CallPanel, NoSuchCall } from "@/components/call/call-layouts";
import type { NotesActions } from "@/components/notes/notes-section";
import type {
  BulkTranscriptActions,
  TranscriptActions,
} from "@/components/transcript/transcript-section";
import { requireViewer } from "@/lib/access/gate/gate";
import { fetchSoundAgain, switchProtection } from "@/lib/audio/actions";
import { loadSound } from "@/lib/audio/load";
import { loadHeard } from "@/lib/heard/load";
import { takeRetryAfterAll } from "@/lib/intake/actions";
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
import { loadNotes } from "@/lib/notes/load";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { loadHistory, loadNeighbours, loadRecording } from "@/lib/recordings/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import {
  cancelTranscript,
  deleteTranscript,
  estimateTranscripts,
  queueTranscripts,
  requestTranscript,
  restoreVersion,
} from "@/lib/transcripts/actions";
import { loadTranscript } from "@/lib/transcripts/load";
import { loadVocabulary } from "@/lib/vocabulary/load";

/** The call that is open beside the list of a query. */
export async function OpenCall({ id, query }: { id: string; query: RecordingQuery }) {
  const [recording, neighbours, call] = await Promise.all([
    loadRecording(id),
    loadNeighbours(id, query),
    loadCall(id),
  ]);
  if (!recording) return <NoSuchCall id={id} query={query} />;
  return <CallPanel recording={recording} neighbours={neighbours} query={query} {...call} />;
}

/** What a call is shown with, wherever it is shown. */
export async function loadCall(id: string) {
  const [viewer, history, sound, heard, notes, transcript, timeZone, vocabulary] =
    await Promise.all([
      requireViewer(),
      loadHistory(id),
      loadSound(id),
      loadHeard(id),
      loadNotes(id),
      loadTranscript(id),
      viewerTimeZone(),
      loadVocabulary(),
    ]);
  return {
    history,
    sound,
    heard,
    notes,
    transcript,
    timeZone,
    vocabulary,
    isAdministrator: viewer.role === "administrator",
    actions: {
      takeRetry: takeRetryAfterAll,
      fetchAgain: fetchSoundAgain,
      protect: switchProtection,
      notes: notesActions,
      transcript: transcriptActions,
    },
  };
}

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
