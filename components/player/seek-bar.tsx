"use client";

import { formatElapsed, sayElapsed } from "@/components/format/format-elapsed";
import { Slider } from "@/components/ui/controls/slider";
import type { AudioState } from "./use-audio";

type SeekBarProps = {
  state: Pick<AudioState, "elapsedSeconds" | "durationSeconds">;
  onSeek: (seconds: number) => void;
};

/** Where in the recording one is, and the way to another place in it. */
export function SeekBar({ state: { elapsedSeconds, durationSeconds }, onSeek }: SeekBarProps) {
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
            ? `${sayElapsed(elapsedSeconds)} of ${sayElapsed(durationSeconds)}`
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
