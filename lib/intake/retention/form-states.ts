import type { DropPreview } from "./views";

/** What the form knows after it was sent: the typed values, and what is wrong with them. */
export type RetentionState = {
  isForEver: boolean;
  days: string;
  fault: string | null;
  /** What has to be confirmed first: it can't be undone. */
  preview: DropPreview | null;
  isSaved: boolean;
};
