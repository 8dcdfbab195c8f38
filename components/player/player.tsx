"use client";

import { RefreshCw, RotateCcw, RotateCw, SkipBack, SkipForward, X } from "lucide-react";
import Link from "next/link";
import { CopyButton } from "@/components/ui/controls/async-buttons";
import { buttonStyle, IconButton } from "@/components/ui/controls/button";
import { recordingHref } from "@/lib/list/id-segment";
import { goTo } from "./play-on";
import { close, seek, skip, toMomentLink, usePlayback } from "./playback";
import type { Playback, PlayerCall } from "./playback-state";
import {
  Elapsed,
  handlePlayerKey,
  MoreChoices,
  PlayButton,
  SpeedChoice,
  VolumeControl,
} from "./player-controls";
import { playCall, skipSeconds, toggleCall } from "./remote-control";
import { playerTexts } from "./texts.en";
import { Waveform } from "./waveform";
import { useAnnotations, usePeaks } from "./waveform-content";

/**
 * The one player, at the bottom of the window. What it shows goes on while pages come and go. Where it
 * is narrow, the waveform has a line of its own.
 */
export default function Player() {
  const t = playerTexts();
  const state = usePlayback();
  const { call, fault, notice } = state;
  const peaks = usePeaks(call?.id);
  const annotations = useAnnotations(call?.id ?? "");
  if (!call) return null;
  const toggle = () => toggleCall(call);

  return (
    <section
      aria-label={t.player}
      onKeyDown={(event) => handlePlayerKey(event, { toggle, skip })}
      className="player-dock"
    >
      <p role="status" className="sr-only">
        {notice ?? ""}
      </p>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 xl:flex-nowrap xl:gap-x-4">
        <Transport state={state} onToggle={toggle} />
        <div className="min-w-0 flex-1 xl:w-44 xl:flex-none">
          <Whose call={call} />
          {fault ? (
            <p role="alert" title={fault.text} className="truncate text-warn text-xs">
              {fault.title}
            </p>
          ) : notice ? (
            <p aria-hidden title={notice} className="truncate text-warn text-xs">
              {notice}
            </p>
          ) : (
            <p className="truncate text-muted text-xs tabular-nums">
              <Elapsed {...state} />
            </p>
          )}
        </div>
        {fault ? (
          <div className="order-last flex w-full min-w-0 items-center gap-2 xl:order-none xl:w-auto xl:flex-1">
            <p className="min-w-0 flex-1 truncate text-dense text-muted" title={fault.text}>
              {fault.text}
            </p>
            {fault.settings ? (
              <Link
                href={fault.settings}
                prefetch={false}
                className={buttonStyle("secondary", "small")}
              >
                {t.callingService}
              </Link>
            ) : null}
            <button
              type="button"
              onClick={() => playCall(call)}
              className={buttonStyle("secondary", "small")}
            >
              <RefreshCw aria-hidden className="size-3.5" />
              {t.tryAgain}
            </button>
          </div>
        ) : (
          <div className="order-last flex w-full min-w-0 xl:order-none xl:w-auto xl:flex-1">
            <Waveform
              key={call.id}
              peaks={peaks}
              elapsedSeconds={state.elapsedSeconds}
              durationSeconds={state.durationSeconds}
              onSeek={seek}
              {...annotations}
              className="h-8 xl:h-11"
              zoomClassName="max-xl:hidden flex"
            />
          </div>
        )}
        <div className="flex shrink-0 items-center xl:gap-1">
          <div className="hidden sm:block">
            <SpeedChoice speed={state.speed} />
          </div>
          <div className="hidden sm:block">
            <VolumeControl volume={state.volume} />
          </div>
          <span className="hidden px-1 sm:block">
            <CopyButton label={t.copyMoment} value={toMomentLink(call.id, state.elapsedSeconds)} />
          </span>
          <MoreChoices state={state} />
          <IconButton label={t.closePlayer} onClick={close}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      </div>
    </section>
  );
}

function Whose({ call }: { call: PlayerCall }) {
  return (
    <Link
      href={recordingHref(call.id)}
      prefetch={false}
      title={call.title || undefined}
      className="block truncate font-medium text-dense hover:underline"
    >
      <bdi>{call.title || playerTexts().call}</bdi>
    </Link>
  );
}

type TransportProps = { state: Playback; onToggle: () => void };

function Transport({ state, onToggle }: TransportProps) {
  const t = playerTexts();
  const { isPlaying, isWaiting, hasPrevious, hasNext } = state;
  return (
    <div className="flex shrink-0 items-center">
      <IconButton
        label={t.previousCall}
        disabled={!hasPrevious}
        aria-keyshortcuts="{"
        onClick={() => goTo(-1)}
        className="max-md:hidden"
      >
        <SkipBack aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label={t.back(skipSeconds)}
        onClick={() => skip(-skipSeconds)}
        className="max-sm:w-8"
      >
        <RotateCcw aria-hidden className="size-4" />
      </IconButton>
      <PlayButton isPlaying={isPlaying} aria-busy={isWaiting} onClick={onToggle} className="mx-1" />
      <IconButton
        label={t.forward(skipSeconds)}
        onClick={() => skip(skipSeconds)}
        className="max-sm:w-8"
      >
        <RotateCw aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label={t.nextCall}
        disabled={!hasNext}
        aria-keyshortcuts="}"
        onClick={() => goTo(1)}
        className="max-sm:w-8"
      >
        <SkipForward aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
