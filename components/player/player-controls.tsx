"use client";

import { Ellipsis, Pause, Play, SkipBack, Volume1, Volume2, VolumeX } from "lucide-react";
import type { ComponentProps, CSSProperties, KeyboardEvent } from "react";
import { numberFormat } from "@/components/format/intl";
import { formatElapsed } from "@/components/format/time-spans";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/controls/async-buttons";
import { IconButton } from "@/components/ui/controls/button";
import { Popover } from "@/components/ui/overlay/popover";
import { goTo } from "./play-on";
import {
  chooseSkipsSilence,
  chooseStopsAfter,
  chooseVolume,
  toggleMuted,
  toMomentLink,
} from "./playback";
import type { Playback } from "./playback-state";
import { chooseSpeed, skipSeconds, speeds } from "./remote-control";
import { playerTexts } from "./texts.en";

type PlayButtonProps = ComponentProps<"button"> & { isPlaying: boolean };

export function PlayButton({ isPlaying, className, ...props }: PlayButtonProps) {
  const t = playerTexts();
  const Icon = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={isPlaying ? t.pause : t.play}
      className={classNames(
        "flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-solid text-on-accent transition-colors hover:bg-accent-solid-hover aria-busy:animate-pulse",
        className,
      )}
      {...props}
    >
      <Icon aria-hidden className="size-4.5 fill-current" />
    </button>
  );
}

/** How far it is, and how long it is once that is known. */
export function Elapsed({
  elapsedSeconds,
  durationSeconds,
}: Pick<Playback, "elapsedSeconds" | "durationSeconds">) {
  const length = durationSeconds === null ? "–:––" : formatElapsed(durationSeconds);
  return `${formatElapsed(elapsedSeconds)} / ${length}`;
}

export function SpeedChoice({ speed }: { speed: number }) {
  const t = playerTexts();
  const offered = speeds.some((one) => one === speed) ? speeds : [...speeds, speed].toSorted();
  return (
    <select
      aria-label={t.speed}
      title={t.speed}
      value={speed}
      onChange={(event) => chooseSpeed(Number(event.target.value))}
      className="field-sizing-content h-8 rounded-md bg-transparent px-1 font-medium text-muted text-xs tabular-nums hover:bg-hover hover:text-text"
    >
      {offered.map((value) => (
        <option key={value} value={value}>
          {speedFormat.format(value)}×
        </option>
      ))}
    </select>
  );
}

export function VolumeControl({ volume, isWide = false }: { volume: number; isWide?: boolean }) {
  const t = playerTexts();
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div data-keeps-keys className="flex items-center">
      <IconButton label={volume === 0 ? t.unmute : t.mute} onClick={toggleMuted}>
        <Icon aria-hidden className="size-4" />
      </IconButton>
      <input
        type="range"
        aria-label={t.volume}
        aria-valuetext={percentFormat.format(volume)}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        onChange={(event) => chooseVolume(event.target.valueAsNumber)}
        // React passes custom properties on, but its types do not know them.
        style={{ "--taken": `${(volume * 100).toFixed(2)}%` } as CSSProperties}
        className={classNames(
          "slider min-w-0 rounded",
          isWide ? "flex-1" : "hidden w-20 2xl:block",
        )}
      />
    </div>
  );
}

const speedFormat = numberFormat();
const percentFormat = numberFormat({ style: "percent" });

/** What is seldom chosen, and on a phone what has no room beside the rest. */
export function MoreChoices({ state }: { state: Playback }) {
  const t = playerTexts();
  const { skipsSilence, stopsAfter, hasPrevious, speed, volume, call, elapsedSeconds } = state;
  return (
    <Popover
      triggerLabel={t.options}
      triggerClassName={classNames(
        "inline-flex size-8 pointer-coarse:size-10 shrink-0 items-center justify-center rounded-md transition-colors hover:bg-hover hover:text-text",
        skipsSilence || stopsAfter ? "text-accent" : "text-muted",
      )}
      trigger={<Ellipsis aria-hidden className="size-4" />}
      className="sm:w-72"
    >
      <div className="space-y-0.5 p-2">
        <Switch
          label={t.skipSilence}
          note={t.aboutSilence}
          isOn={skipsSilence}
          onChange={chooseSkipsSilence}
        />
        <Switch
          label={t.stopAfter}
          note={t.aboutStopping}
          isOn={stopsAfter}
          onChange={chooseStopsAfter}
        />
        <div className="flex items-center justify-between px-2 py-1 sm:hidden">
          {t.speed}
          <SpeedChoice speed={speed} />
        </div>
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
          {t.previousCall}
        </button>
        {call ? (
          <div className="flex items-center justify-between px-2 py-1.5 sm:hidden">
            {t.momentLink}
            <CopyButton label={t.copyMoment} value={toMomentLink(call.id, elapsedSeconds)} />
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

type Commands = { toggle: () => void; skip: (seconds: number) => void };

/** Space plays and pauses; the arrows go back and forth, with Shift further. Letters are the list's. */
export function handlePlayerKey(event: KeyboardEvent<HTMLElement>, commands: Commands) {
  if (event.altKey || event.ctrlKey || event.metaKey || keepsItsKeys(event)) return;
  const command = keys(commands, event.shiftKey ? skipSeconds : 5).get(event.key);
  if (!command) return;
  event.preventDefault();
  command();
}

function keys({ toggle, skip }: Commands, seconds: number): Map<string, () => void> {
  return new Map([
    [" ", toggle],
    ["ArrowLeft", () => skip(-seconds)],
    ["ArrowRight", () => skip(seconds)],
  ]);
}

/** A choice and a volume have their own use for keys, and Space presses a button. */
function keepsItsKeys({ target, key }: KeyboardEvent<HTMLElement>): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("select, [data-keeps-keys]")) return true;
  return key === " " && target.closest("button, input[type=checkbox]") !== null;
}
