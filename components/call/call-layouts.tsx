import { ChevronDown, ChevronUp, Maximize2, SearchX, X } from "lucide-react";
import Link from "next/link";
import { toNameOrNumber } from "@/components/format/phone-number";
import { HeardBy } from "@/components/heard/heard-slots";
import { type NotesActions, NotesSection } from "@/components/notes/notes-section";
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
import { recordingHref } from "@/lib/list/id-segment";
import type { NotesView } from "@/lib/notes/views";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import type {
  NeighboursView,
  RecordingHistoryView,
  RecordingView,
} from "@/lib/recordings/views/views";
import type { TranscriptView } from "@/lib/transcripts/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { CallDetails, toRawHref } from "./detail/call-details";
import { CustomerFacts } from "./detail/customer-facts";
import {
  CallHeader,
  RecordingHeader,
  RecordingPlayer,
  RecordingSummary,
} from "./detail/recording-header";
import { RecordingHistory } from "./detail/recording-history";
import { RecordingSound } from "./detail/recording-sound";
import { CallLink } from "./list-and-call";

type CallProps = {
  recording: RecordingView;
  history: RecordingHistoryView;
  sound: SoundView | null;
  heard: HeardView;
  notes: NotesView;
  transcript: TranscriptView;
  timeZone: string;
  vocabulary: VocabularyView;
  isAdministrator: boolean;
  actions: {
    takeRetry: (form: FormData) => Promise<void>;
    fetchAgain: (form: FormData) => Promise<void>;
    protect: (form: FormData) => Promise<void>;
    notes: NotesActions;
    transcript: TranscriptActions;
  };
};

/** Everything that is known of one call, on a page of its own. */
export function CallPage({ startSeconds, ...call }: CallProps & { startSeconds: number | null }) {
  const { recording, timeZone, vocabulary } = call;
  const parts = drawParts(call);
  return (
    <div className="w-full max-w-7xl px-4 py-4 sm:px-6">
      <RecordingHeader recording={recording} timeZone={timeZone} vocabulary={vocabulary} />
      <div className="mt-5">
        <RecordingPlayer recording={recording} startSeconds={startSeconds} />
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        {parts.summary}
        <div className="min-w-0 space-y-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {parts.customer}
          {parts.sound}
          {parts.heardBy}
          {parts.details}
        </div>
        <div className="min-w-0 space-y-6">
          {parts.transcript}
          {parts.notes}
          {parts.history}
        </div>
      </div>
    </div>
  );
}

type CallPanelProps = CallProps & { query: RecordingQuery; neighbours: NeighboursView };

/** The same in a column beside the list. */
export function CallPanel({ query, neighbours, ...call }: CallPanelProps) {
  const { recording, timeZone, vocabulary } = call;
  const parts = drawParts(call, query);
  return (
    <>
      <CallBar id={recording.id} query={query} neighbours={neighbours} />
      <div className="space-y-5 px-5 py-4">
        <CallHeader
          recording={recording}
          timeZone={timeZone}
          vocabulary={vocabulary}
          query={query}
        />
        <RecordingPlayer recording={recording} />
        {parts.summary}
        {parts.customer}
        {parts.transcript}
        {parts.notes}
        {parts.sound}
        {parts.heardBy}
        {parts.details}
        {parts.history}
      </div>
    </>
  );
}

function drawParts({ recording, actions, timeZone, ...call }: CallProps, query?: RecordingQuery) {
  const { vocabulary, isAdministrator } = call;
  const { id, customer, deliveryId, hasTranscript } = recording;
  const rawHref = toRawHref(deliveryId, isAdministrator);
  const title = toNameOrNumber(customer);
  return {
    summary: <RecordingSummary recording={recording} rawHref={rawHref} />,
    customer: (
      <CustomerFacts recording={recording} vocabulary={vocabulary} {...(query && { query })} />
    ),
    transcript: (
      <TranscriptSection
        key={`transcript ${id}`}
        transcript={call.transcript}
        actions={actions.transcript}
        title={title}
        isKnown={hasTranscript === true}
      />
    ),
    notes: <NotesSection key={id} notes={call.notes} actions={actions.notes} title={title} />,
    sound: (
      <RecordingSound
        id={id}
        sound={call.sound}
        timeZone={timeZone}
        fetchAgain={actions.fetchAgain}
        protect={actions.protect}
      />
    ),
    heardBy: <HeardBy id={id} given={call.heard} timeZone={timeZone} />,
    details: <CallDetails recording={recording} timeZone={timeZone} rawHref={rawHref} />,
    history: (
      <RecordingHistory
        history={call.history}
        timeZone={timeZone}
        vocabulary={vocabulary}
        isAdministrator={isAdministrator}
        takeRetry={actions.takeRetry}
      />
    ),
  };
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
