import * as v from "@/lib/platform/shape";
import type { SoundCheck } from "./check-sound";

/** Where the sound of a recording stands. */
export type SoundState =
  | "waiting"
  | "not_ready"
  | "kept"
  | "refused"
  | "gone"
  | "too_large"
  | "not_audio"
  | "removed";

/** What a page gets of it. */
export type SoundView = {
  state: SoundState;
  since: string;
  /** Why the last try failed, as a code; null: none did. */
  fault: string | null;
  attempts: number;
  triedAt: string | null;
  /** Null: it is tried no more, unless somebody asks for it. */
  nextTryAt: string | null;
  /** Whether somebody fetches it at this moment. */
  isBusy: boolean;
  kept: SoundFileView | null;
  /** Null: retention may remove its audio. */
  protection: ProtectionView | null;
  /** Of what retention has removed last; null: nothing, or it is kept again. */
  removal: RemovalView | null;
  /** When the source was last asked for the kept file, and since when it has none; null: never, or it has. */
  sourceCheckedAt: string | null;
  sourceGoneAt: string | null;
  /** What of the kept file doesn't fit its call. */
  checks: SoundCheck[];
  /** Files of addresses that the recording had before, the newest first. */
  former: SoundFileView[];
};

export type RemovalView = {
  removedAt: string;
  keptAt: string;
  /** The rule: files went that were kept for so many days. */
  keepDays: number;
  bytes: number;
  sha256: string;
};

/** Who protects a recording's audio from deletion, and since when; the name is '' for one who has left. */
export type ProtectionView = { byName: string; at: string };

export type SoundFileView = {
  /** In hexadecimal. */
  sha256: string;
  bytes: number;
  type: string;
  keptAt: string;
  /** Whether measuring it was tried; what then is null no decoder could tell. */
  isMeasured: boolean;
  durationMs: number | null;
  channels: number | null;
  provedAt: string;
  proofFault: "missing" | "changed" | null;
};

/** How loud a kept file is along its time. */
export const peaksSchema = v.object({
  durationMs: v.number,
  channels: v.number,
  /** The loudest of each of equal stretches, 0 to 255, one channel after the other, in base 64. */
  peaks: v.string,
});

export type PeaksView = v.Shaped<typeof peaksSchema>;

/** What a page of settings gets of kept audio. */
export type KeptAudioView = {
  /** Null, here and in the next one: without a limit. */
  quotaGb: number | null;
  keepDays: number | null;
  files: number;
  bytes: number;
  /** How much still fits; null: without a quota. */
  freeQuotaBytes: number | null;
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
  freeQuotaBytes: number | null;
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
