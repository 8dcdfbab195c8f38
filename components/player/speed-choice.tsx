"use client";

import { speeds } from "./remembered-speed";

type SpeedChoiceProps = { speed: number; onChoose: (speed: number) => void };

export function SpeedChoice({ speed, onChoose }: SpeedChoiceProps) {
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
