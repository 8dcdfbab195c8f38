import { skipSeconds } from "./remote-control";

type MediaCommands = {
  play: () => void;
  pause: () => void;
  skip: (seconds: number) => void;
  seek: (seconds: number) => void;
  /** Null: there is none. */
  previous: (() => void) | null;
  next: (() => void) | null;
};

/** Says on the keyboard's and the lock screen's controls what plays, and lets them command it. */
export function offerMediaKeys(title: string, commands: MediaCommands): void {
  // Not in every browser.
  const { mediaSession } = navigator;
  if (!mediaSession) return;
  const { play, pause, skip, seek, previous, next } = commands;
  if (mediaSession.metadata?.title !== title) {
    mediaSession.metadata = new MediaMetadata({ title, artist: "Earshot" });
  }
  setHandlers([
    ["play", play],
    ["pause", pause],
    ["seekbackward", ({ seekOffset }) => skip(-(seekOffset ?? skipSeconds))],
    ["seekforward", ({ seekOffset }) => skip(seekOffset ?? skipSeconds)],
    ["seekto", ({ seekTime }) => seek(seekTime ?? 0)],
    ["previoustrack", previous],
    ["nexttrack", next],
  ]);
}

export function withdrawMediaKeys(): void {
  if (!navigator.mediaSession?.metadata) return;
  navigator.mediaSession.metadata = null;
  setHandlers(actions.map((action) => [action, null]));
}

const actions = [
  ...(["play", "pause", "seekbackward", "seekforward", "seekto"] as const),
  ...(["previoustrack", "nexttrack"] as const),
];

function setHandlers(handlers: [MediaSessionAction, MediaSessionActionHandler | null][]): void {
  for (const [action, handle] of handlers) {
    try {
      navigator.mediaSession.setActionHandler(action, handle);
    } catch {
      // A browser refuses what it does not know.
    }
  }
}

/** Where it stands, for the lock screen's own bar. */
export function tellMediaPosition({ duration, playbackRate, currentTime }: HTMLAudioElement): void {
  if (!Number.isFinite(duration) || duration <= 0) return;
  navigator.mediaSession?.setPositionState?.({
    duration,
    playbackRate,
    position: Math.min(currentTime, duration),
  });
}
