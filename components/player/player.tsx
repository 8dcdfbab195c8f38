"use client";

import {
  Download,
  Pause,
  Play,
  RefreshCw,
  RotateCcw,
  RotateCw,
  Volume1,
  Volume2,
  VolumeX,
} from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { formatElapsed, spellElapsed } from "@/components/format/durations";
import { Button, IconButton } from "@/components/ui/controls/button";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Slider } from "@/components/ui/controls/slider";
import type { AudioFault } from "./audio-fault";
import {
  handlePlayerKey,
  noteLength,
  offerPlayer,
  readLength,
  watchLength,
} from "./remote-control";
import { type AudioState, speeds, useAudio } from "./use-audio";

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
  const audio = useAudio(source, title);
  const { state } = audio;
  const { fault, isPlaying } = state;
  const Icon = isPlaying ? Pause : Play;
  const toggleRef = useRef(audio.toggle);

  useEffect(() => {
    toggleRef.current = audio.toggle;
  });
  useEffect(() => noteLength(source, state.durationSeconds), [source, state.durationSeconds]);
  useEffect(() => offerPlayer({ source, toggle: () => toggleRef.current() }), [source]);

  return (
    <section
      aria-label="Player"
      onKeyDown={(event) => handlePlayerKey(event, audio)}
      className="@container rounded-lg border border-line bg-raised px-4 py-3 print:hidden"
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

/** How long the recording of a call is, once its player knows; its place is kept until then. */
export function RecordingLength({ source }: { source: string }) {
  const seconds = useSyncExternalStore(
    watchLength,
    () => readLength(source),
    () => null,
  );
  return (
    <span className={seconds === null ? "invisible" : undefined}>
      {" · recording "}
      {formatElapsed(seconds ?? 0)}
    </span>
  );
}

type PlayerFaultProps = { fault: AudioFault; onRetry: () => void };

/** Why there is nothing to hear, and what can be done. */
function PlayerFault({ fault: { title, text, settings }, onRetry }: PlayerFaultProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <VolumeX aria-hidden className="size-5 shrink-0 text-warn" />
      <div className="min-w-56 flex-1 text-dense">
        <p className="font-medium">{title}</p>
        <p className="text-muted">{text}</p>
      </div>
      <div className="flex gap-2">
        {settings ? (
          <ButtonLink href={settings} size="small">
            Calling service
          </ButtonLink>
        ) : null}
        <Button size="small" onClick={onRetry}>
          <RefreshCw aria-hidden className="size-3.5" />
          Try again
        </Button>
      </div>
    </div>
  );
}

type SeekBarProps = {
  state: Pick<AudioState, "elapsedSeconds" | "durationSeconds">;
  onSeek: (seconds: number) => void;
};

/** Where in the recording one is, and the way to another place in it. */
function SeekBar({ state: { elapsedSeconds, durationSeconds }, onSeek }: SeekBarProps) {
  const isKnown = durationSeconds !== null;
  return (
    <div className="flex items-center gap-3 text-muted text-xs tabular-nums">
      <span className="min-w-9 text-right">{formatElapsed(elapsedSeconds)}</span>
      <Slider
        label="Seek"
        value={isKnown ? Math.min(elapsedSeconds, durationSeconds) : 0}
        max={durationSeconds ?? 0}
        step={0.1}
        valueText={
          isKnown
            ? `${spellElapsed(elapsedSeconds)} of ${spellElapsed(durationSeconds)}`
            : "Length not known yet"
        }
        disabled={!isKnown}
        onChange={onSeek}
        className="flex-1"
      />
      <span className="min-w-9">{isKnown ? formatElapsed(durationSeconds) : "–:––"}</span>
    </div>
  );
}

type SpeedChoiceProps = { speed: number; onChoose: (speed: number) => void };

function SpeedChoice({ speed, onChoose }: SpeedChoiceProps) {
  return (
    <select
      aria-label="Speed"
      title="Speed"
      value={speed}
      onChange={(event) => onChoose(Number(event.target.value))}
      className="field-sizing-content h-8 rounded-md bg-raised px-1.5 font-medium text-muted text-xs tabular-nums hover:bg-hover hover:text-text"
    >
      {speeds.map((value) => (
        <option key={value} value={value}>
          {value}×
        </option>
      ))}
    </select>
  );
}

type VolumeControlProps = {
  volume: number;
  onChange: (volume: number) => void;
  onToggleMuted: () => void;
};

function VolumeControl({ volume, onChange, onToggleMuted }: VolumeControlProps) {
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div data-keeps-keys className="flex items-center">
      <IconButton label={volume === 0 ? "Unmute" : "Mute"} onClick={onToggleMuted}>
        <Icon aria-hidden className="size-4" />
      </IconButton>
      <Slider
        label="Volume"
        value={volume}
        max={1}
        step={0.05}
        valueText={`${Math.round(volume * 100)} %`}
        onChange={onChange}
        className="hidden w-20 @min-[26rem]:block"
      />
    </div>
  );
}
