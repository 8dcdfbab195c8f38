import type { SoundCheck } from "../checks/check-sound";

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
export type PeaksView = {
  durationMs: number;
  channels: number;
  /** The loudest of each of equal stretches, 0 to 255, one channel after the other, in base 64. */
  peaks: string;
};
