import type { SoundCheck } from "../checks/check-sound";

/** Where the sound of a recording stands. */
export type SoundState =
  | "waiting"
  | "not_ready"
  | "kept"
  | "refused"
  | "gone"
  | "too_large"
  | "not_audio";

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
  /** What of the kept file doesn't fit its call. */
  checks: SoundCheck[];
  /** Files of addresses that the recording had before, the newest first. */
  former: SoundFileView[];
};

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
