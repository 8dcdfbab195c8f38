/** Where a delivery's bytes went. */
export type BodyDropView = { droppedAt: string; retentionDays: number };

/** What is kept of raw bytes, and for how long. */
export type RetentionView = {
  /** Null: for ever. */
  days: number | null;
  /** The newest first, days without deliveries left out. */
  kept: { acceptedOn: string; bytes: number; isOverLimit: boolean }[];
  totalBytes: number;
  /** What lies in no day's own partition. */
  unpartitionedBytes: number;
  tidiedAt: string | null;
  /** Why the last tidying did not come to its end; null while all is well. */
  fault: string | null;
};

/** What a shorter time would drop at once. */
export type DropPreview = {
  days: number;
  bytes: number;
  /** Deliveries of those days that are held back, and so are kept. */
  heldBack: number;
};

/** What the form knows after it was sent: the typed values, and what is wrong with them. */
export type RetentionState = {
  isForEver: boolean;
  days: string;
  fault: string | null;
  /** What has to be confirmed first: it can't be undone. */
  preview: DropPreview | null;
  isSaved: boolean;
};
