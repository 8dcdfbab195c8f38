import type { TermNaming } from "./schema";

/** What the form of a value knows after it was sent. */
export type TermState = {
  displayName: string;
  colour: TermNaming["colour"];
  group: string;
  faults: { displayName?: string; group?: string };
  isSaved: boolean;
};
