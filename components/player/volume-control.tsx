"use client";

import { Volume1, Volume2, VolumeX } from "lucide-react";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Slider } from "@/components/ui/controls/slider";

type VolumeControlProps = {
  volume: number;
  onChange: (volume: number) => void;
  onToggleMuted: () => void;
};

export function VolumeControl({ volume, onChange, onToggleMuted }: VolumeControlProps) {
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
