import { CallPanel, NoSuchCall } from "@/components/call/call-panel";
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
  const viewer = await requireViewer();
  const [recording, history, neighbours, sound, heard, notes, transcript, timeZone, vocabulary] =
    await Promise.all([
      loadRecording(id),
      loadHistory(id),
      loadNeighbours(id, query),
      loadSound(id),
      loadHeard(id),
      loadNotes(id),
      loadTranscript(id),
      viewerTimeZone(),
      loadVocabulary(),
    ]);
  if (!recording) return <NoSuchCall id={id} query={query} />;
  return (
    <CallPanel
      recording={recording}
      history={history}
      neighbours={neighbours}
      query={query}
      timeZone={timeZone}
      vocabulary={vocabulary}
      isAdministrator={viewer.role === "administrator"}
      takeRetry={takeRetryAfterAll}
      sound={sound}
      heard={heard}
      notes={notes}
      notesActions={notesActions}
      transcript={transcript}
      transcriptActions={transcriptActions}
      fetchAgain={fetchSoundAgain}
      protect={switchProtection}
    />
  );
}
