import type { Figure } from "../report/figure";
import type { Scratch } from "../scratch/scratch";

/** What a scenario is given. The sources are copied when the first scenario needs them. */
export type Setting = {
  isShort: boolean;
  rows: number;
  scratch: Scratch;
  source: () => Promise<string>;
  brokenSource: () => Promise<string>;
};

export type Scenario = { name: string; run: (setting: Setting) => Promise<Figure[]> };
