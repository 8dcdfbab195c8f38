"use client";

import type { ComponentProps, CSSProperties } from "react";
import { classNames } from "@/components/ui/class-names";

type SliderProps = Omit<ComponentProps<"input">, "type" | "onChange" | "value" | "max" | "min"> & {
  label: string;
  value: number;
  max: number;
  /** The value in words. */
  valueText: string;
  onChange: (value: number) => void;
};

/** A choice from zero to `max`. */
export function Slider({
  label,
  value,
  max,
  valueText,
  onChange,
  className,
  ...props
}: SliderProps) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      style={takenStyle(max > 0 ? value / max : 0)}
      className={classNames("slider min-w-0 rounded", className)}
      {...props}
    />
  );
}

/** React passes custom properties on, but its types do not know them. */
function takenStyle(share: number): CSSProperties {
  return { "--taken": `${(share * 100).toFixed(2)}%` } as CSSProperties;
}
