"use client";

import { Download, RefreshCw, VolumeX } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { formatElapsed } from "@/components/format/time-spans";
import { CopyButton } from "@/components/ui/controls/async-buttons";
import { Button } from "@/components/ui/controls/button";
import { ButtonLink } from "@/components/ui/controls/links";
import type { AudioFault } from "./audio-source";
import { seek, skip, toMomentLink, usePlayback } from "./playback";
import type { Playback, PlayerCall } from "./playback-state";
import { Elapsed, handlePlayerKey, PlayButton } from "./player-controls";
import { playCall, readLoaded, seekTo, startAt, toAudioPath, toggleCall } from "./remote-control";
import { playerTexts } from "./texts.en";
import { Waveform } from "./waveform";
import { type Peaks, useAnnotations, usePeaks } from "./waveform-content";

export type CallPlayerProps = PlayerCall & {
  /** The moment that the page's address names. */
  startSeconds?: number | null;
};

/**
 * An open call's audio: it shows and drives the one player as far as that has this call, and brings
 * the call into it when one plays it. Until then the moment to begin at is kept here.
 */
export default function OpenCallPlayer({
  id,
  title,
  startSeconds = null,
  isAlive,
}: CallPlayerProps & { isAlive: RefObject<boolean> }) {
  const t = playerTexts();
  const playback = usePlayback();
  const peaks = usePeaks(id);
  const annotations = useAnnotations(id);
  const [start, setStart] = useState(startSeconds ?? 0);
  const isLoaded = playback.call?.id === id;
  const durationSeconds = findDuration(playback, id, peaks);
  const beyond =
    durationSeconds !== null && startSeconds !== null && startSeconds > durationSeconds;
  const begin = beyond && start === startSeconds ? 0 : start;
  const elapsedSeconds = isLoaded ? playback.elapsedSeconds : begin;
  const isPlaying = isLoaded && playback.isPlaying;
  const fault = isLoaded && !playback.hasBegun ? playback.fault : null;

  useEffect(() => {
    isAlive.current = true;
  }, [isAlive]);
  useEffect(() => startAt(id, begin), [id, begin]);
  // A link to a moment of what is played already leads there; none leads beyond the end.
  useEffect(() => {
    if (startSeconds !== null) goToWherePlayed(id, beyond ? 0 : startSeconds);
  }, [id, startSeconds, beyond]);

  const toggle = () => toggleCall({ id, title });
  const moveTo = (seconds: number) => (isLoaded ? seek(seconds) : setStart(seconds));
  const moveBy = (seconds: number) => {
    if (isLoaded) skip(seconds);
    else setStart(Math.min(Math.max(0, begin + seconds), durationSeconds ?? 0));
  };

  return (
    <section
      aria-label={t.listen}
      onKeyDown={(event) => handlePlayerKey(event, { toggle, skip: moveBy })}
      className="@container rounded-lg border border-line bg-raised px-4 py-3 print:hidden"
    >
      {fault ? (
        <CallFault fault={fault} onRetry={() => playCall({ id, title })} />
      ) : (
        <>
          <div className="flex items-center gap-3 @max-lg:min-h-17">
            <PlayButton
              data-plays
              isPlaying={isPlaying}
              aria-busy={isLoaded && playback.isWaiting}
              onClick={toggle}
            />
            <Waveform
              peaks={peaks}
              elapsedSeconds={elapsedSeconds}
              durationSeconds={durationSeconds}
              onSeek={moveTo}
              {...annotations}
              className="h-14"
              zoomClassName="flex max-@lg:flex-col"
            />
          </div>
          <div className="mt-1 flex items-center gap-1 pl-13 text-muted text-xs tabular-nums">
            <span className="mr-auto">
              <Elapsed elapsedSeconds={elapsedSeconds} durationSeconds={durationSeconds} />
            </span>
            <CopyButton label={t.copyMoment} value={toMomentLink(id, elapsedSeconds)} />
            <a
              href={toAudioPath(id)}
              download
              aria-label={t.downloadAudio}
              title={t.downloadAudio}
              className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
            >
              <Download aria-hidden className="size-4" />
            </a>
          </div>
          {beyond ? (
            <p role="status" className="mt-1 pl-13 text-dense text-warn">
              {t.beyondEnd(formatElapsed(startSeconds), formatElapsed(durationSeconds))}
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}

function goToWherePlayed(id: string, seconds: number): void {
  if (readLoaded().call?.id === id) seekTo(id, seconds);
}

/** What the player has found out counts more than what the file's measure says. */
function findDuration(playback: Playback, id: string, peaks: Peaks | null | undefined) {
  const told = playback.call?.id === id ? playback.durationSeconds : null;
  return told ?? peaks?.durationSeconds ?? null;
}

/** How long the recording of a call is, once somebody knows; its place is kept until then. */
export function RecordingLength({ id }: { id: string }) {
  const playback = usePlayback();
  const seconds = findDuration(playback, id, usePeaks(id));
  return (
    <span className={seconds === null ? "invisible" : undefined}>
      {` · ${playerTexts().audioLength(formatElapsed(seconds ?? 0))}`}
    </span>
  );
}

type CallFaultProps = { fault: AudioFault; onRetry: () => void };

/** Why there is nothing to hear, and what can be done. */
function CallFault({ fault: { title, text, settings }, onRetry }: CallFaultProps) {
  const t = playerTexts();
  return (
    // As tall as what it takes the place of.
    <div
      role="alert"
      className="flex min-h-26 flex-col justify-center gap-2 @lg:min-h-23 @lg:flex-row @lg:items-center @lg:gap-4"
    >
      <div className="flex min-w-0 flex-1 items-center gap-3 text-dense">
        <VolumeX aria-hidden className="size-5 shrink-0 text-warn" />
        <div className="min-w-0">
          <p className="font-medium">{title}</p>
          <p className="text-muted">{text}</p>
        </div>
      </div>
      <div className="flex gap-2 pl-8 @lg:pl-0">
        {settings ? (
          <ButtonLink href={settings} size="small">
            {t.callingService}
          </ButtonLink>
        ) : null}
        <Button size="small" onClick={onRetry}>
          <RefreshCw aria-hidden className="size-3.5" />
          {t.tryAgain}
        </Button>
      </div>
    </div>
  );
}
