/** What a page of settings gets of kept audio. */
export type KeptAudioView = {
  /** Null, here and in the next one: without a limit. */
  quotaGb: number | null;
  keepDays: number | null;
  files: number;
  bytes: number;
  /** How much still fits; null: without a quota. */
  roomBytes: number | null;
  /** Calls whose audio is to be fetched, and calls that are protected; counted up to a bound. */
  waiting: BoundedCount;
  protected: BoundedCount;
  /** Who set it last; null: nobody has. The name is '' for one who has left. */
  changed: { byName: string; at: string } | null;
  /** Of the last 30 days. */
  removed: { files: number; bytes: number };
  retention: TaskView;
  proof: TaskView;
  source: TaskView;
  /** Files that are missing or have lost their hash: how many, and some of them. */
  damagedCount: BoundedCount;
  damaged: DamagedFileView[];
};

export type BoundedCount = { count: number; isMore: boolean };

/** When work in the background last came to its end, and why not all of it was done; null: never, and all was. */
export type TaskView = { finishedAt: string | null; fault: string | null };

export type DamagedFileView = {
  recordingId: string;
  sha256: string;
  proof: "missing" | "changed";
  /** When it was last seen whole. */
  provedAt: string;
};

/** What limits would do at once. */
export type KeptAudioPreview = {
  /** Null: audio is kept for ever. `too-many`: there are more than can be counted in time. */
  removal: RemovalPreview | "too-many" | null;
  /** What would still fit in the quota after that; null: without one. Below zero: it holds more already. */
  roomBytes: number | null;
};

export type RemovalPreview = {
  /** There are more; what follows is of those that were kept longest. */
  isMore: boolean;
  calls: number;
  /** Of these, files that no other call needs any more, and their size. */
  files: number;
  bytes: number;
  /** When the one that was kept longest was fetched; null: none goes. */
  oldestAt: string | null;
  /** Calls that would lose audio if they weren't protected. */
  protectedCalls: number;
};

/** Of the calls of a list; with `isMore` there are so many at least. */
export type ProtectionCount = { calls: number; protectedCalls: number; isMore: boolean };

/** Of how many calls a slice of a list changed the protection, and where the next begins; null: at the end. */
export type ProtectedSlice = { changed: number; after: string | null };

/** What was typed, and what came of it. */
export type KeptAudioState = {
  quota: string;
  days: string;
  fault: "quota" | "days" | null;
  /** What has to be confirmed first, and the word that confirms it. */
  preview: KeptAudioPreview | null;
  confirms: string;
  isSaved: boolean;
};
