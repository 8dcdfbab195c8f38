import type { AudioFault } from "./audio-source";
import type { PlayerCall } from "./remote-control";

export type Playback = {
  call: PlayerCall | null;
  hasBegun: boolean;
  isPlaying: boolean;
  isWaiting: boolean;
  elapsedSeconds: number;
  /** Null until it is known. */
  durationSeconds: number | null;
  speed: number;
  volume: number;
  skipsSilence: boolean;
  stopsAfter: boolean;
  fault: AudioFault | null;
  /** What happened without being asked for. */
  notice: string | null;
  hasPrevious: boolean;
  hasNext: boolean;
};

export const atRest: Playback = {
  call: null,
  ...{ hasBegun: false, isPlaying: false, isWaiting: false },
  ...{ elapsedSeconds: 0, durationSeconds: null, speed: 1, volume: 1 },
  ...{ skipsSilence: false, stopsAfter: false, fault: null, notice: null },
  ...{ hasPrevious: false, hasNext: false },
};

let state = atRest;
const listeners = new Set<() => void>();

export const readPlayback = () => state;

export function changePlayback(part: Partial<Playback>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

export function listenToPlayback(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
