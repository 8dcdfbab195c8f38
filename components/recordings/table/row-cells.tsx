"use client";

import { useSyncExternalStore } from "react";
import { countFormat } from "@/components/format/numbers";
import { MarkedPhoneNumber, MarkedText } from "@/components/format/text";
import {
  readLoaded,
  readNothingLoaded,
  toggleCall,
  watchLoaded,
} from "@/components/player/remote-control";
import type { RowViewModel } from "@/components/recordings/list-answers";
import { describeAgo } from "@/components/recordings/state/news-pill";
import { momentLink } from "@/components/recordings/state/open-call";
import { NamedValue } from "@/components/ui/tone";
import { texts } from "@/lib/language/texts";
import { recordingHref } from "@/lib/list/id-segment";
import type { ExtraColumn, UsualColumn } from "@/lib/recordings/filter/list-view";

/** What the usual columns say of a call; the customer's name is a link, which the row brings. */
export const usualCells: Record<
  Exclude<UsualColumn, "customer">,
  (row: RowViewModel, areTimesRelative: boolean) => React.ReactNode
> = {
  created_at: (row, areTimesRelative) => (
    <time
      dateTime={row.createdAt}
      title={row.fullTime}
      className={row.isOfArrival ? "call-arrival tabular-nums" : "tabular-nums"}
    >
      {areTimesRelative ? (
        <TimeAgo row={row} />
      ) : (
        <>
          <span className="text-muted">{row.day}</span> {row.time}
        </>
      )}
      {row.isOfArrival ? (
        <span className="sr-only">{` ${recordingsTableTexts().atArrival}`}</span>
      ) : null}
    </time>
  ),
  phone_number: (row) =>
    row.phoneNumber === "" ? (
      notKnown()
    ) : (
      <MarkedPhoneNumber isCorrect={row.isPhoneNumberCorrect}>
        <MarkedText text={row.phoneNumber} parts={row.marks?.phone_number} />
      </MarkedPhoneNumber>
    ),
  campaign: (row) =>
    row.campaign === null ? (
      <span className="text-faint">{recordingsTableTexts().noCampaign}</span>
    ) : (
      <NamedValue label={row.campaign} raw={row.campaignRaw} tone={row.campaignTone} />
    ),
  status: (row) => <NamedValue label={row.status} raw={row.statusRaw} tone={row.tone} />,
  minutes_used: (row) => (
    <>
      <span className={row.minutesUsed === 0 ? "text-faint" : ""}>
        {row.minutesUsed ?? notKnown()}
      </span>
      <span className="text-muted xl:sr-only">{` ${recordingsTableTexts().minutes}`}</span>
    </>
  ),
  has_transcript: (row) => (
    <>
      {markAudio(row)}
      {row.hasTranscript === null ? (
        <span className="max-xl:sr-only">{notKnown()}</span>
      ) : row.hasTranscript ? (
        <>
          <span aria-hidden className="call-transcript-mark" />
          <span className="sr-only">{recordingsTableTexts().hasTranscript}</span>
        </>
      ) : (
        <span className="sr-only">{recordingsTableTexts().noTranscript}</span>
      )}
    </>
  ),
  summary: (row) => (
    <>
      {describeMatches(row)}
      {row.summaryBeginning ? (
        <MarkedText text={row.summaryBeginning} parts={row.marks?.summary} />
      ) : row.problemCount > 0 ? (
        notKnown()
      ) : null}
    </>
  ),
};

/** What a column that must be chosen says of a call. */
export function formatMore(row: RowViewModel, column: ExtraColumn): React.ReactNode {
  if (column === "tags" && row.tags) {
    return row.tags.map(({ name, colour }) => (
      <span key={name} className="call-tag" style={{ color: `var(--color-tag-${colour})` }}>
        <bdi>{name}</bdi>
      </span>
    ));
  }
  const text = row.more[column];
  if (text == null) {
    const t = recordingsTableTexts();
    return <span className="text-faint">{column === "heard" ? t.nobody : t.none}</span>;
  }
  return <MarkedText text={text} parts={row.marks?.[column]} />;
}

export function describeMatchesBeside(row: RowViewModel): React.ReactNode {
  return row.marks?.elsewhere ? (
    <span className="ml-4 text-muted max-xl:hidden">{describeMatches(row)}</span>
  ) : null;
}

/** Whether the call can be heard: with its transcript, and on a wide window without that beside its name. */
export function markAudio({ audio }: RowViewModel): React.ReactNode {
  return audio ? (
    <span
      title={audio.words}
      data-audio={audio.sign}
      data-protected={audio.isProtected}
      className="call-audio-mark"
    >
      <span className="sr-only">{audio.words}. </span>
    </span>
  ) : null;
}

/** Why a search finds the call, where no column shows it; what follows keeps its own direction. */
function describeMatches({ id, marks }: RowViewModel): React.ReactNode {
  return marks?.elsewhere?.map(({ label, parts, atMs }) => (
    <bdi key={label} className="mr-3">
      {label}:{" "}
      {typeof atMs === "number" ? (
        <a
          href={`${recordingHref(id)}?t=${atMs / 1_000}`}
          className={`${momentLink} relative z-1 hover:underline`}
        >
          <MarkedText text="" parts={parts} />
        </a>
      ) : (
        <MarkedText text="" parts={parts} />
      )}
    </bdi>
  ));
}

function notKnown(): React.ReactNode {
  return (
    <span className="text-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">{recordingsTableTexts().notKnown}</span>
    </span>
  );
}

/** At the end of the name, or beside a card; what plays keeps it in sight. */
export function PlayButton(call: { id: string; title: string }) {
  "use no memo";
  const t = recordingsTableTexts();
  const loaded = useSyncExternalStore(watchLoaded, readLoaded, readNothingLoaded);
  const isLoaded = loaded.hasBegun && loaded.call?.id === call.id;
  const isPlaying = isLoaded && loaded.isPlaying;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={isPlaying ? t.pause(call.title) : t.play(call.title)}
      data-playing={isPlaying || undefined}
      data-loaded={isLoaded || undefined}
      onClick={() => toggleCall(call)}
      className="call-play"
    />
  );
}

const tickMs = 15_000;

/** How long ago a call was; beyond a week, and for what lies ahead, when it was. */
function TimeAgo({ row }: { row: RowViewModel }) {
  "use no memo";
  const tick = useSyncExternalStore(everyTick, readTick, readTick);
  const seconds = (tick * tickMs - Date.parse(row.createdAt)) / 1_000;
  const isNear = seconds > -60 && seconds < 7 * 24 * 60 * 60;
  const t = recordingsTableTexts();
  const ago = seconds < 60 ? t.justNow : t.ago(describeAgo(seconds));
  // Server and browser may tell it at two moments.
  return <span suppressHydrationWarning>{isNear ? ago : `${row.day} ${row.time}`}</span>;
}

function readTick(): number {
  return Math.ceil(Date.now() / tickMs);
}

function everyTick(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs);
  return () => clearInterval(timer);
}

/** What the first scripts of the list say. */
export const recordingsTableTexts = texts("recordingsTable", {
  recordings: "Recordings",
  today: "Today",
  yesterday: "Yesterday",
  onDay: (weekday: string, day: string) => `${weekday}, ${day}`,
  lastVisit: (at: string) => `Before your last visit (${at})`,
  justNow: "just now",
  ago: (span: string) => `${span} ago`,
  atArrival: "(arrival time)",
  select: (name: string) => `Select ${name}`,
  play: (name: string) => `Play ${name}`,
  pause: (name: string) => `Pause ${name}`,
  noCampaign: "No campaign",
  minutes: "min",
  hasTranscript: "Has a transcript",
  noTranscript: "No transcript",
  notKnown: "Unknown",
  none: "None",
  nobody: "Nobody",
  loaded: (more: number, all: number) =>
    `${more} more calls loaded, ${countFormat.format(all)} in all`,
  notLoaded: "Couldn’t load the next calls.",
  signedOut: "You have been signed out.",
  signIn: "Sign in",
  end: "End of the list",
  goOn: (shown: number) => `${countFormat.format(shown)} calls shown. Continue from here`,
  loadMore: "Load more",
  loading: "Loading…",
  tryAgain: "Try again",
});
