"use client";

import {
  Ellipsis,
  Pause,
  Play,
  RefreshCw,
  RotateCcw,
  RotateCw,
  SkipBack,
  SkipForward,
  Volume1,
  Volume2,
  VolumeX,
  X,
} from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useEffect } from "react";
import { formatElapsed } from "@/components/format/durations";
import { classNames } from "@/components/ui/class-names";
import { buttonStyle, IconButton } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Slider } from "@/components/ui/controls/slider";
import { Popover } from "@/components/ui/overlay/popover";
import { writeIdSegment } from "@/lib/recordings/record/id-segment";
import { usePeaks } from "./peaks";
import {
  chooseSkipsSilence,
  chooseSpeed,
  chooseStopsAfter,
  chooseVolume,
  close,
  goTo,
  type Playback,
  seek,
  skip,
  speeds,
  toggleMuted,
  toMomentLink,
  usePlayback,
} from "./playback";
import { handlePlayerKey, skipSeconds } from "./player-keys";
import { type PlayerCall, playCall, toggleCall } from "./remote-control";
import { Waveform } from "./waveform";

/**
 * The one player, at the bottom of the window. What it shows goes on while pages come and go. Where it
 * is narrow, the waveform has a line of its own.
 */
export default function Player() {
  const state = usePlayback();
  const { call, fault, notice } = state;
  const peaks = usePeaks(call?.id);
  useSpeedKeys(state.speed);
  if (!call) return null;
  const toggle = () => toggleCall(call);

  return (
    <section
      aria-label="Player"
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
            <Moment state={state} />
          )}
        </div>
        {fault ? (
          <div className="order-last flex w-full min-w-0 items-center gap-2 xl:order-none xl:w-auto xl:flex-1">
            <p className="min-w-0 flex-1 truncate text-dense text-muted" title={fault.text}>
              {fault.text}
            </p>
            {fault.settings ? (
              <Link href={fault.settings} className={buttonStyle("secondary", "small")}>
                Calling service
              </Link>
            ) : null}
            <button
              type="button"
              onClick={() => playCall(call)}
              className={buttonStyle("secondary", "small")}
            >
              <RefreshCw aria-hidden className="size-3.5" />
              Try again
            </button>
          </div>
        ) : (
          <div className="order-last flex w-full min-w-0 xl:order-none xl:w-auto xl:flex-1">
            <Waveform
              key={call.id}
              recordingId={call.id}
              peaks={peaks}
              elapsedSeconds={state.elapsedSeconds}
              durationSeconds={state.durationSeconds}
              onSeek={seek}
              className="h-8 xl:h-11"
              zoomClassName="max-xl:hidden flex"
            />
          </div>
        )}
        <div className="flex shrink-0 items-center xl:gap-1">
          <SpeedChoice speed={state.speed} />
          <div className="hidden sm:block">
            <VolumeControl volume={state.volume} />
          </div>
          <span className="hidden px-1 sm:block">
            <CopyButton
              label="Copy link to this moment"
              value={toMomentLink(call.id, state.elapsedSeconds)}
            />
          </span>
          <MoreChoices state={state} />
          <IconButton label="Close player" onClick={close}>
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
      href={`/recordings/${writeIdSegment(call.id)}` as Route}
      prefetch={false}
      title={call.title || undefined}
      className="block truncate font-medium text-dense hover:underline"
    >
      <bdi>{call.title || "Call"}</bdi>
    </Link>
  );
}

function Moment({ state }: { state: Playback }) {
  const { elapsedSeconds, durationSeconds } = state;
  return (
    <p className="truncate text-muted text-xs tabular-nums">
      {formatElapsed(elapsedSeconds)} /{" "}
      {durationSeconds === null ? "–:––" : formatElapsed(durationSeconds)}
    </p>
  );
}

type TransportProps = { state: Playback; onToggle: () => void };

function Transport({ state, onToggle }: TransportProps) {
  const { isPlaying, isWaiting, hasPrevious, hasNext } = state;
  const Icon = isPlaying ? Pause : Play;
  return (
    <div className="flex shrink-0 items-center">
      <IconButton
        label="Previous recording"
        disabled={!hasPrevious}
        aria-keyshortcuts="{"
        onClick={() => goTo(-1)}
        className="max-md:hidden"
      >
        <SkipBack aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={`Back ${skipSeconds} seconds`} onClick={() => skip(-skipSeconds)}>
        <RotateCcw aria-hidden className="size-4" />
      </IconButton>
      <button
        type="button"
        aria-label={isPlaying ? "Pause" : "Play"}
        aria-busy={isWaiting}
        onClick={onToggle}
        className="mx-1 flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-solid text-on-accent transition-colors hover:bg-accent-solid-hover aria-busy:animate-pulse"
      >
        <Icon aria-hidden className="size-4.5 fill-current" />
      </button>
      <IconButton label={`Forward ${skipSeconds} seconds`} onClick={() => skip(skipSeconds)}>
        <RotateCw aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label="Next recording"
        disabled={!hasNext}
        aria-keyshortcuts="}"
        onClick={() => goTo(1)}
      >
        <SkipForward aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}

function SpeedChoice({ speed }: { speed: number }) {
  const offered = speeds.some((one) => one === speed) ? speeds : [...speeds, speed].toSorted();
  return (
    <select
      aria-label="Speed"
      title="Speed"
      value={speed}
      onChange={(event) => chooseSpeed(Number(event.target.value))}
      className="field-sizing-content h-8 rounded-md bg-transparent px-1 font-medium text-muted text-xs tabular-nums hover:bg-hover hover:text-text"
    >
      {offered.map((value) => (
        <option key={value} value={value}>
          {value}×
        </option>
      ))}
    </select>
  );
}

/** `<` and `>` make it slower and faster, as players on the web do. */
function useSpeedKeys(speed: number): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if ((key !== "<" && key !== ">") || ctrlKey || metaKey || altKey || defaultPrevented) return;
      const isTyping =
        target instanceof Element && target.closest("input:not([type=range]), textarea, select");
      if (isTyping || document.querySelector("dialog[open]")) return;
      const next =
        key === ">"
          ? speeds.find((one) => one > speed)
          : speeds.toReversed().find((one) => one < speed);
      if (next) chooseSpeed(next);
    };
    window.addEventListener("keydown", handle);
    return () => window.removeEventListener("keydown", handle);
  }, [speed]);
}

function VolumeControl({ volume, isWide = false }: { volume: number; isWide?: boolean }) {
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div data-keeps-keys className="flex items-center">
      <IconButton label={volume === 0 ? "Unmute" : "Mute"} onClick={toggleMuted}>
        <Icon aria-hidden className="size-4" />
      </IconButton>
      <Slider
        label="Volume"
        value={volume}
        max={1}
        step={0.05}
        valueText={`${Math.round(volume * 100)} %`}
        onChange={chooseVolume}
        className={isWide ? "flex-1" : "hidden w-20 2xl:block"}
      />
    </div>
  );
}

/** What is seldom chosen, and on a phone what has no room beside the rest. */
function MoreChoices({ state }: { state: Playback }) {
  const { skipsSilence, stopsAfter, hasPrevious, volume, call, elapsedSeconds } = state;
  return (
    <Popover
      triggerLabel="Player options"
      triggerClassName={classNames(
        "inline-flex size-8 pointer-coarse:size-10 shrink-0 items-center justify-center rounded-md transition-colors hover:bg-hover hover:text-text",
        skipsSilence || stopsAfter ? "text-accent" : "text-muted",
      )}
      trigger={<Ellipsis aria-hidden className="size-4" />}
      className="sm:w-72"
    >
      <div className="space-y-0.5 p-2">
        <Switch
          label="Skip silence"
          note="Jumps over pauses, where the audio is kept"
          isOn={skipsSilence}
          onChange={chooseSkipsSilence}
        />
        <Switch
          label="Stop after this one"
          note="The next recording isn’t played"
          isOn={stopsAfter}
          onChange={chooseStopsAfter}
        />
        <div className="px-1 2xl:hidden">
          <VolumeControl volume={volume} isWide />
        </div>
        <button
          type="button"
          disabled={!hasPrevious}
          onClick={() => goTo(-1)}
          className="flex w-full items-center gap-2 rounded px-2 py-1.5 text-left hover:bg-hover disabled:opacity-55 md:hidden"
        >
          <SkipBack aria-hidden className="size-4 text-muted" />
          Previous recording
        </button>
        {call ? (
          <div className="flex items-center justify-between px-2 py-1.5 sm:hidden">
            Link to this moment
            <CopyButton
              label="Copy link to this moment"
              value={toMomentLink(call.id, elapsedSeconds)}
            />
          </div>
        ) : null}
      </div>
    </Popover>
  );
}

type SwitchProps = {
  label: string;
  note: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

function Switch({ label, note, isOn, onChange }: SwitchProps) {
  return (
    <label className="flex items-start gap-3 rounded px-2 py-1.5 hover:bg-hover">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={isOn}
        aria-checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent-solid"
      />
      <span>
        {label}
        <span className="block text-muted text-xs">{note}</span>
      </span>
    </label>
  );
}
