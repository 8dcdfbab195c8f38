import { atLeast, atMost, type Figure, reported } from "../report/figure";
import type { Scratch } from "../scratch/scratch";

/** What a scenario is given. The source is copied when the first scenario needs it. */
export type Setting = {
  isShort: boolean;
  rows: number;
  scratch: Scratch;
  source: () => Promise<string>;
};

/** Speeds are judged by long runs alone: a few seconds on a shared machine say too little. */
export function atLeastLong({ isShort }: Setting, ...given: Parameters<typeof atLeast>): Figure {
  const [name, value, unit] = given;
  return isShort ? reported(name, value, unit) : atLeast(...given);
}

export function atMostLong({ isShort }: Setting, ...given: Parameters<typeof atMost>): Figure {
  const [name, value, unit] = given;
  return isShort ? reported(name, value, unit) : atMost(...given);
}
