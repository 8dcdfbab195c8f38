import { CallPanel, NoSuchCall } from "@/components/call/call-layouts";
import { requireViewer } from "@/lib/access/gate/gate";
import { fetchSoundAgain, switchProtection } from "@/lib/audio/actions";
import { loadSound } from "@/lib/audio/load";
import { loadHeard } from "@/lib/heard/load";
import { takeRetryAfterAll } from "@/lib/intake/actions";
import { loadNotes } from "@/lib/notes/load";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { loadHistory, loadNeighbours, loadRecording } from "@/lib/recordings/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { loadTranscript } from "@/lib/transcripts/load";
import { loadVocabulary } from "@/lib/vocabulary/load";
import { notesActions, transcriptActions } from "./call-actions";

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
