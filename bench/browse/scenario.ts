import type { Figure } from "../report/figure";
import type { Scratch } from "../scratch/scratch";
import type { Shops } from "./open-seeded-server";

/** What a scenario is given. The products are filled and started when the first one needs them. */
export type BrowseSetting = {
  isShort: boolean;
  scratch: Scratch;
  servers: () => Promise<Shops>;
};

export type BrowseScenario = {
  name: string;
  run: (setting: BrowseSetting) => Promise<Figure[]>;
};
