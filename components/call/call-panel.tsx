import { ChevronDown, ChevronUp, Maximize2, SearchX, X } from "lucide-react";
import Link from "next/link";
import { toNameOrNumber } from "@/components/format/phone-number";
import { HeardBy } from "@/components/heard/heard-slots";
import type { NotesActions } from "@/components/notes/notes-section";
import { NotesSection } from "@/components/notes/notes-section";
import { CallDetails, toRawHref } from "@/components/recordings/detail/call-details";
import { CustomerFacts } from "@/components/recordings/detail/customer-facts";
import {
  CallHeader,
  RecordingPlayer,
  RecordingSummary,
} from "@/components/recordings/detail/recording-header";
import { RecordingHistory } from "@/components/recordings/detail/recording-history";
import { RecordingSound } from "@/components/recordings/detail/recording-sound";
import { listHref } from "@/components/recordings/list-href";
import { CopyLink } from "@/components/recordings/state/copy-link";
import {
  type TranscriptActions,
  TranscriptSection,
} from "@/components/transcript/transcript-section";
import { buttonStyle } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/page/placeholders";
import type { SoundView } from "@/lib/audio/kept/views";
import type { HeardView } from "@/lib/heard/views";
import { texts } from "@/lib/language/texts";
import type { NotesView } from "@/lib/notes/views";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { recordingHref } from "@/lib/recordings/record/id-segment";
import type {
  NeighboursView,
  RecordingHistoryView,
  RecordingView,
} from "@/lib/recordings/views/views";
import type { TranscriptView } from "@/lib/transcripts/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { CallLink } from "./list-and-call";

type CallPanelProps = {
  recording: RecordingView;
  history: RecordingHistoryView;
  neighbours: NeighboursView;
  query: RecordingQuery;
  timeZone: string;
  isAdministrator: boolean;
  takeRetry: (form: FormData) => Promise<void>;
  sound: SoundView | null;
  heard: HeardView;
  fetchAgain: (form: FormData) => Promise<void>;
  protect: (form: FormData) => Promise<void>;
  notes: NotesView;
  notesActions: NotesActions;
  transcript: TranscriptView;
  transcriptActions: TranscriptActions;
  vocabulary: VocabularyView;
};

/** Everything that is known of one call, in a column beside the list. */
export function CallPanel({ recording, history, neighbours, query, ...others }: CallPanelProps) {
  const {
    sound,
    heard,
    fetchAgain,
    protect,
    notes,
    notesActions,
    transcript,
    transcriptActions,
    ...viewer
  } = others;
  const { timeZone, vocabulary, isAdministrator } = viewer;
  const rawHref = toRawHref(recording.deliveryId, isAdministrator);
  const seen = { timeZone, vocabulary, query };
  return (
    <>
      <CallBar id={recording.id} query={query} neighbours={neighbours} />
      <div className="space-y-5 px-5 py-4">
        <CallHeader recording={recording} {...seen} />
        <RecordingPlayer recording={recording} />
        <RecordingSummary recording={recording} rawHref={rawHref} />
        <CustomerFacts recording={recording} vocabulary={vocabulary} query={query} />
        <TranscriptSection
          key={`transcript ${recording.id}`}
          transcript={transcript}
          actions={transcriptActions}
          title={toNameOrNumber(recording.customer)}
          isKnown={recording.hasTranscript === true}
        />
        <NotesSection
          key={recording.id}
          notes={notes}
          actions={notesActions}
          title={toNameOrNumber(recording.customer)}
        />
        <RecordingSound id={recording.id} {...{ sound, timeZone, fetchAgain, protect }} />
        <HeardBy id={recording.id} given={heard} timeZone={timeZone} />
        <CallDetails recording={recording} timeZone={timeZone} rawHref={rawHref} />
        <RecordingHistory history={history} {...viewer} />
      </div>
    </>
  );
}

type CallBarProps = { id: string; query: RecordingQuery; neighbours: NeighboursView };

/** The ways out of an open call: to its neighbours in the list, to its own page, and to the list. */
function CallBar({ id, query, neighbours: { previous, next } }: CallBarProps) {
  const t = callPanelTexts();
  const hrefOf = (open: string | null) => listHref({ ...query, page: { ...query.page, open } });
  return (
    <div className="sticky top-12 z-10 flex h-12 items-center gap-0.5 border-line border-b bg-canvas px-3 lg:top-0 print:hidden">
      {previous === null ? (
        <Missing label={t.noPrevious}>
          <ChevronUp aria-hidden className="size-4" />
        </Missing>
      ) : (
        <CallLink href={hrefOf(previous)} opens={previous} label={t.previous} rel="prev">
          <ChevronUp aria-hidden className="size-4" />
        </CallLink>
      )}
      {next === null ? (
        <Missing label={t.noNext}>
          <ChevronDown aria-hidden className="size-4" />
        </Missing>
      ) : (
        <CallLink href={hrefOf(next)} opens={next} label={t.next} rel="next">
          <ChevronDown aria-hidden className="size-4" />
        </CallLink>
      )}
      <span className="ml-auto" />
      <CopyLink days={null} path={recordingHref(id)} />
      <Link href={recordingHref(id)} prefetch={false} className={buttonStyle("ghost", "small")}>
        <Maximize2 aria-hidden className="size-3.5" />
        {t.openAsPage}
      </Link>
      <CallLink href={hrefOf(null)} opens={null} label={t.close} aria-keyshortcuts="Escape">
        <X aria-hidden className="size-4" />
      </CallLink>
    </div>
  );
}

/** Keeps the place of a way that leads nowhere here. */
function Missing({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <span title={label} className="flex size-8 items-center justify-center text-faint opacity-50">
      {children}
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Stands for a call that the address names and nobody has. */
export function NoSuchCall({ id, query }: { id: string; query: RecordingQuery }) {
  const t = callPanelTexts();
  return (
    <>
      <CallBar id={id} query={query} neighbours={{ previous: null, next: null }} />
      <EmptyState icon={SearchX} title={t.notFound}>
        {t.mistyped}
      </EmptyState>
    </>
  );
}

export const callPanelTexts = texts("callPanel", {
  previous: "Previous call",
  noPrevious: "No previous call",
  next: "Next call",
  noNext: "No next call",
  openAsPage: "Open as a page",
  close: "Close",
  notFound: "Recording not found",
  mistyped: "It may not have arrived yet, or its address may be mistyped.",
});
