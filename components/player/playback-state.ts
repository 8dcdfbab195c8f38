import { keep, newStore, readKept, recall } from "@/components/live/store";
import { audioSchema } from "@/components/vocabulary/value-schema";
import * as v from "@/lib/platform/shape";
import type { AudioFault } from "./audio-source";
import { placeKey } from "./remote-control";

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
  hasBegun: false,
  isPlaying: false,
  isWaiting: false,
  elapsedSeconds: 0,
  durationSeconds: null,
  speed: 1,
  volume: 1,
  skipsSilence: false,
  stopsAfter: false,
  fault: null,
  notice: null,
  hasPrevious: false,
  hasNext: false,
};

const state = newStore(atRest);

export const readPlayback = state.read;
export const listenToPlayback = state.watch;

export function changePlayback(part: Partial<Playback>): void {
  state.set({ ...state.read(), ...part });
}

/** A part of a recording that was played from its beginning to its end, at whatever speed. */
export type PlayedStretch = { recordingId: string; fromSeconds: number; toSeconds: number };

type Listener = (stretch: PlayedStretch) => void;

const playedListeners = new Set<Listener>();

/**
 * Tells what is really played, in this tab: each stretch once, at least every five seconds while it
 * plays, and at once when it is paused, sought in, left, ends, or the page is hidden. What a seek jumps
 * over is no part of any; silence that the player skips is, for there is nothing in it to hear.
 */
export function watchPlayed(listener: Listener): () => void {
  playedListeners.add(listener);
  return () => playedListeners.delete(listener);
}

/** Follows the element that plays. Whatever it plays is told by `watchPlayed`. */
export function followPlayed(
  audio: HTMLAudioElement,
  readRecordingId: () => string | undefined,
): { bridge: (toSeconds: number) => void } {
  const tracker = new PlayedTracker((stretch) => {
    for (const listener of playedListeners) listener(stretch);
  });
  const move = () => {
    const id = readRecordingId();
    if (audio.paused || audio.seeking || id === undefined) return;
    tracker.move(id, audio.currentTime, performance.now());
  };
  const end = () => {
    if (!audio.seeking) tracker.reach(audio.currentTime);
    tracker.end();
  };
  const on = (types: string[], handle: () => void) => {
    for (const type of types) audio.addEventListener(type, handle);
  };
  on(["playing", "timeupdate", "seeked"], move);
  on(["pause", "ended", "waiting"], end);
  on(["seeking", "emptied", "error"], () => tracker.end());
  const flush = () => {
    move();
    tracker.report();
  };
  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", flush);
  return { bridge: (toSeconds) => tracker.reach(toSeconds) };
}

const reportEveryMs = 4_000;

/** Turns positions that follow one another into stretches. */
export class PlayedTracker {
  readonly #onPlayed: Listener;
  #now: (PlayedStretch & { reportedAtMs: number }) | null = null;

  constructor(onPlayed: Listener) {
    this.#onPlayed = onPlayed;
  }

  /** It plays, and is here by now. */
  move(recordingId: string, seconds: number, nowMs: number): void {
    if (this.#now?.recordingId !== recordingId || seconds < this.#now.toSeconds) {
      this.end();
      this.#now = {
        recordingId,
        fromSeconds: seconds,
        toSeconds: seconds,
        reportedAtMs: nowMs,
      };
      return;
    }
    this.#now.toSeconds = seconds;
    if (nowMs - this.#now.reportedAtMs < reportEveryMs) return;
    this.report();
    this.#now.reportedAtMs = nowMs;
  }

  /** It has come as far as this without a seek. */
  reach(seconds: number): void {
    if (this.#now && seconds > this.#now.toSeconds) this.#now.toSeconds = seconds;
  }

  /** Reports what was played since the last report, and goes on. */
  report(): void {
    if (!this.#now || this.#now.toSeconds <= this.#now.fromSeconds) return;
    const { recordingId, fromSeconds, toSeconds } = this.#now;
    this.#now.fromSeconds = toSeconds;
    this.#onPlayed({ recordingId, fromSeconds, toSeconds });
  }

  end(): void {
    this.report();
    this.#now = null;
  }
}

/** A call as the player names it. */
const callSchema = v.object({ id: v.string, title: v.string });

export type PlayerCall = v.Shaped<typeof callSchema>;

/** A call of a list: whether it can be played, as far as is known, and where its audio stands. */
const listedSchema = v.object({
  ...callSchema.entries,
  canPlay: v.boolean,
  audio: v.nullable(audioSchema),
});

export type ListedCall = v.Shaped<typeof listedSchema>;

/** The calls of a list in their order, and how it goes on. */
const playerListSchema = v.object({
  calls: v.array(listedSchema),
  /** Where its next page begins; null at its end. */
  after: v.nullable(v.string),
  /** The parameters of its address, without a cursor. */
  parameters: v.string,
});

export type PlayerList = v.Shaped<typeof playerListSchema>;

type Place = v.Shaped<typeof placeSchema>;

const placeSchema = v.object({
  call: callSchema,
  seconds: v.number,
  list: v.nullable(playerListSchema),
});

/** What this tab played when its page was left; null: nothing, or nobody can tell. */
export function recallPlace(): Place | null {
  return readKept(recall("sessionStorage", placeKey), placeSchema);
}

/** @param place null: it begins anew */
export function storePlace(place: Place | null): void {
  keep("sessionStorage", placeKey, place && JSON.stringify(place));
}
