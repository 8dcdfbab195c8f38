"use client";

import { Download, Pause, Play, RotateCcw, RotateCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "@/components/ui/controls/icon-button";
import { PlayerFault } from "./player-fault";
import { handlePlayerKey } from "./player-keys";
import { offerPlayer } from "./remote-control";
import { SeekBar } from "./seek-bar";
import { SpeedChoice } from "./speed-choice";
import { useAudio } from "./use-audio";
import { VolumeControl } from "./volume-control";

type PlayerProps = {
  /** Where the audio is. */
  source: string;
  /** Whose call it is. */
  title: string;
};

/**
 * Plays one recording. It knows nothing of the page around it, so that it can stand anywhere: in a
 * narrow place the seek bar has a line of its own.
 */
export function Player({ source, title }: PlayerProps) {
  const audio = useAudio(source);
  const { state } = audio;
  const { fault, isPlaying } = state;
  const Icon = isPlaying ? Pause : Play;
  const toggleRef = useRef(audio.toggle);

  useEffect(() => {
    toggleRef.current = audio.toggle;
  });
  useEffect(() => offerPlayer({ source, toggle: () => toggleRef.current() }), [source]);

  return (
    <section
      aria-label="Player"
      onKeyDown={(event) => handlePlayerKey(event, audio)}
      className="@container rounded-lg border border-line bg-raised px-4 py-3"
    >
      <audio {...audio.events} src={source} preload="metadata" aria-label={`Call of ${title}`} />
      {fault ? <PlayerFault fault={fault} onRetry={audio.retry} /> : null}
      <div
        hidden={fault !== null}
        className="flex flex-wrap items-center gap-x-3 gap-y-2 @2xl:flex-nowrap"
      >
        <button
          type="button"
          aria-label={isPlaying ? "Pause" : "Play"}
          aria-busy={state.isWaiting}
          onClick={audio.toggle}
          className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-solid text-on-accent transition-colors hover:bg-accent-solid-hover aria-busy:animate-pulse"
        >
          <Icon aria-hidden className="size-4.5 fill-current" />
        </button>
        <div className="flex">
          <IconButton label="Back 10 seconds" onClick={() => audio.skip(-10)}>
            <RotateCcw aria-hidden className="size-4" />
          </IconButton>
          <IconButton label="Forward 10 seconds" onClick={() => audio.skip(10)}>
            <RotateCw aria-hidden className="size-4" />
          </IconButton>
        </div>
        <div className="order-first w-full min-w-0 @2xl:order-none @2xl:w-auto @2xl:flex-1">
          <SeekBar state={state} onSeek={audio.seek} />
        </div>
        <div className="ml-auto flex items-center gap-1 @2xl:ml-0">
          <SpeedChoice speed={state.speed} onChoose={audio.setSpeed} />
          <VolumeControl
            volume={state.volume}
            onChange={audio.setVolume}
            onToggleMuted={audio.toggleMuted}
          />
          <a
            href={source}
            download
            aria-label="Download audio"
            title="Download audio"
            className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
          >
            <Download aria-hidden className="size-4" />
          </a>
        </div>
      </div>
    </section>
  );
}
