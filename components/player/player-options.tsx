"use client";

import { Ellipsis, SkipBack, Volume1, Volume2, VolumeX } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Slider } from "@/components/ui/controls/slider";
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
import { chooseSpeed, speeds } from "./remote-control";

export function SpeedChoice({ speed }: { speed: number }) {
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

export function VolumeControl({ volume, isWide = false }: { volume: number; isWide?: boolean }) {
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
        valueText={`${Math.round(volume * 100)}%`}
        onChange={chooseVolume}
        className={isWide ? "flex-1" : "hidden w-20 2xl:block"}
      />
    </div>
  );
}

/** What is seldom chosen, and on a phone what has no room beside the rest. */
export function MoreChoices({ state }: { state: Playback }) {
  const { skipsSilence, stopsAfter, hasPrevious, speed, volume, call, elapsedSeconds } = state;
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
          note="Skips pauses in audio that Earshot keeps"
          isOn={skipsSilence}
          onChange={chooseSkipsSilence}
        />
        <Switch
          label="Stop after this call"
          note="The next recording isn’t played"
          isOn={stopsAfter}
          onChange={chooseStopsAfter}
        />
        <div className="flex items-center justify-between px-2 py-1 sm:hidden">
          Speed
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
          Previous call
        </button>
        {call ? (
          <div className="flex items-center justify-between px-2 py-1.5 sm:hidden">
            Link to this moment
            <CopyButton
              label="Copy a link to this moment"
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
