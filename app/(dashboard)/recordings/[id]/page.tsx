import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { notesActions, transcriptActions } from "@/app/(dashboard)/recordings/call-actions";
import { toNameOrNumber } from "@/components/format/phone-number";
import { HeardBy } from "@/components/heard/heard-by";
import { NotesSection } from "@/components/notes/notes-section";
import { CallDetails, toRawHref } from "@/components/recordings/detail/call-details";
import { CustomerFacts } from "@/components/recordings/detail/customer-facts";
import {
  RecordingHeader,
  RecordingPlayer,
  RecordingSummary,
} from "@/components/recordings/detail/recording-header";
import { RecordingHistory } from "@/components/recordings/detail/recording-history";
import { RecordingSound } from "@/components/recordings/detail/recording-sound";
import { TranscriptSection } from "@/components/transcript/transcript-section";
import { requireViewer } from "@/lib/access/gate/gate";
import { fetchSoundAgain, switchProtection } from "@/lib/audio/actions";
import { loadSound } from "@/lib/audio/load";
import { loadHeard } from "@/lib/heard/load";
import { takeRetryAfterAll } from "@/lib/intake/actions";
import { loadNotes } from "@/lib/notes/load";
import { loadHistory, loadRecording } from "@/lib/recordings/load";
import { parseIdSegment } from "@/lib/recordings/record/id-segment";
import type { RecordingView } from "@/lib/recordings/views/views";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { loadTranscript } from "@/lib/transcripts/load";
import { loadVocabulary } from "@/lib/vocabulary/load";

type Props = PageProps<"/recordings/[id]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: toNameOrNumber((await findRecording((await params).id)).customer) };
}

export default async function RecordingPage({ params, searchParams }: Props) {
  const recording = await findRecording((await params).id);
  const [viewer, timeZone, history, sound, heard, notes, transcript, vocabulary] =
    await Promise.all([
      requireViewer(),
      viewerTimeZone(),
      loadHistory(recording.id),
      loadSound(recording.id),
      loadHeard(recording.id),
      loadNotes(recording.id),
      loadTranscript(recording.id),
      loadVocabulary(),
    ]);
  const seen = { timeZone, vocabulary };
  const isAdministrator = viewer.role === "administrator";
  const rawHref = toRawHref(recording.deliveryId, isAdministrator);
  return (
    <div className="w-full max-w-7xl px-4 py-4 sm:px-6">
      <RecordingHeader recording={recording} {...seen} />
      <div className="mt-5">
        <RecordingPlayer recording={recording} startSeconds={parseMoment((await searchParams).t)} />
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <RecordingSummary recording={recording} rawHref={rawHref} />
        <div className="min-w-0 space-y-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <CustomerFacts recording={recording} vocabulary={vocabulary} />
          <RecordingSound
            id={recording.id}
            sound={sound}
            timeZone={timeZone}
            fetchAgain={fetchSoundAgain}
            protect={switchProtection}
          />
          <HeardBy id={recording.id} given={heard} timeZone={timeZone} />
          <CallDetails recording={recording} timeZone={timeZone} rawHref={rawHref} />
        </div>
        <div className="min-w-0 space-y-6">
          <TranscriptSection
            transcript={transcript}
            actions={transcriptActions}
            title={toNameOrNumber(recording.customer)}
            isKnown={recording.hasTranscript === true}
          />
          <NotesSection
            notes={notes}
            actions={notesActions}
            title={toNameOrNumber(recording.customer)}
          />
          <RecordingHistory
            history={history}
            {...seen}
            isAdministrator={isAdministrator}
            takeRetry={takeRetryAfterAll}
          />
        </div>
      </div>
    </div>
  );
}

/** Seconds, or minutes and seconds as a clock shows them; null: neither. */
function parseMoment(t: string | string[] | undefined): number | null {
  const [, hours = 0, minutes = 0, seconds] =
    /^(?:(?:(\d{1,15}):)?(\d{1,15}):)?(\d{1,15}(?:\.\d+)?)$/.exec(String(t)) ?? [];
  if (seconds === undefined) return null;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** Read once for the title and the page. */
const findRecording = cache(async (segment: string): Promise<RecordingView> => {
  await requireViewer({ returnTo: `/recordings/${segment}` });
  return (await loadRecording(parseIdSegment(segment))) ?? notFound();
});
