"use client";

import { useEffect, useRef, useState } from "react";
import { type AudioFault, findAudioFault } from "./audio-fault";

export type AudioState = {
  isPlaying: boolean;
  isWaiting: boolean;
  elapsedSeconds: number;
  /** Null until it is known. */
  durationSeconds: number | null;
  speed: number;
  volume: number;
  fault: AudioFault | null;
};

/** A native audio element as React sees it: what it does, and what it can be told. */
export function useAudio(source: string, title: string) {
  const ref = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState(atRest);
  const change = (part: Partial<AudioState>) => setState((before) => ({ ...before, ...part }));

  const read = () => {
    const audio = ref.current;
    if (!audio) return;
    change({
      isPlaying: !audio.paused && !audio.ended,
      elapsedSeconds: audio.currentTime,
      durationSeconds: Number.isFinite(audio.duration) ? audio.duration : null,
      speed: audio.playbackRate,
      volume: audio.muted ? 0 : audio.volume,
    });
  };
  const fail = async () => {
    change({ isPlaying: false, isWaiting: false, fault: await findAudioFault(source) });
  };

  // The server's HTML may have loaded, or failed to, before React could listen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each source
  useEffect(() => {
    const audio = ref.current;
    if (!audio) return;
    audio.defaultPlaybackRate = recallSpeed();
    audio.playbackRate = audio.defaultPlaybackRate;
    if (audio.error) fail();
    else read();
  }, [source]);

  const { isPlaying } = state;
  const turns = useRef<ReturnType<typeof takeTurns>>(null);

  useEffect(() => {
    turns.current = takeTurns(() => ref.current?.pause());
    return () => turns.current?.end();
  }, []);
  // Once it has begun, media keys are its own until it goes: they must find it paused, too.
  const hasBegun = useRef(false);
  useEffect(() => {
    if (isPlaying) hasBegun.current = true;
    const audio = ref.current;
    if (!hasBegun.current || !audio) return;
    return offerMediaKeys(title, {
      play: () => play(audio),
      pause: () => audio.pause(),
      skip: (seconds) => seekTo(audio, audio.currentTime + seconds),
    });
  }, [isPlaying, title]);

  const withAudio = (act: (audio: HTMLAudioElement) => void) => () => {
    if (ref.current) act(ref.current);
  };

  // Shown at once: a slider that still holds the former place would lead back to it when let go.
  const moveTo = (audio: HTMLAudioElement, seconds: number) => {
    seekTo(audio, seconds);
    read();
  };

  return {
    state,
    /** To be spread on the audio element. */
    events: {
      ref,
      onTimeUpdate: read,
      onDurationChange: read,
      onRateChange: read,
      onVolumeChange: read,
      onPlay: () => {
        turns.current?.begin();
        read();
      },
      onPause: read,
      onEnded: read,
      onSeeked: read,
      onWaiting: () => change({ isWaiting: true }),
      onCanPlay: () => change({ isWaiting: false, fault: null }),
      onPlaying: () => change({ isWaiting: false, fault: null }),
      onError: fail,
    },
    toggle: withAudio((audio) => (audio.paused ? play(audio) : audio.pause())),
    retry: withAudio((audio) => {
      change({ fault: null });
      audio.load();
      play(audio);
    }),
    seek: (seconds: number) => withAudio((audio) => moveTo(audio, seconds))(),
    skip: (seconds: number) => withAudio((audio) => moveTo(audio, audio.currentTime + seconds))(),
    setSpeed: (speed: number) =>
      withAudio((audio) => {
        audio.defaultPlaybackRate = speed;
        audio.playbackRate = speed;
        rememberSpeed(speed);
      })(),
    setVolume: (volume: number) =>
      withAudio((audio) => Object.assign(audio, { volume, muted: volume === 0 }))(),
    toggleMuted: withAudio((audio) => {
      audio.muted = !audio.muted;
      if (!audio.muted && audio.volume === 0) audio.volume = 1;
    }),
  };
}

const atRest: AudioState = {
  isPlaying: false,
  isWaiting: false,
  elapsedSeconds: 0,
  durationSeconds: null,
  speed: 1,
  volume: 1,
  fault: null,
};

/** A refusal to play comes as an `error` event too, which tells more. */
function play(audio: HTMLAudioElement) {
  audio.play().catch(() => undefined);
}

function seekTo(audio: HTMLAudioElement, seconds: number) {
  const end = Number.isFinite(audio.duration) ? audio.duration : seconds;
  audio.currentTime = Math.min(Math.max(0, seconds), end);
}

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const key = "earshot-speed";

/** The speed at which this browser listened last. */
function recallSpeed(): number {
  try {
    const kept = Number(localStorage.getItem(key));
    return speeds.find((speed) => speed === kept) ?? 1;
  } catch {
    return 1;
  }
}

function rememberSpeed(speed: number): void {
  try {
    localStorage.setItem(key, String(speed));
  } catch {
    // Storage can be forbidden; the speed then holds for this page only.
  }
}

/** Of the tabs of one browser, only that plays which began last. */
function takeTurns(pause: () => void): { begin: () => void; end: () => void } {
  const channel = new BroadcastChannel("earshot-player");
  channel.onmessage = pause;
  return { begin: () => channel.postMessage("begins"), end: () => channel.close() };
}

type MediaKeys = { play: () => void; pause: () => void; skip: (seconds: number) => void };

/** Says on the keyboard's and the lock screen's controls what plays, and lets them command it. */
function offerMediaKeys(title: string, { play, pause, skip }: MediaKeys): () => void {
  // Not in every browser.
  const { mediaSession } = navigator;
  if (!mediaSession) return () => undefined;
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ["play", play],
    ["pause", pause],
    ["seekbackward", ({ seekOffset }) => skip(-(seekOffset ?? 10))],
    ["seekforward", ({ seekOffset }) => skip(seekOffset ?? 10)],
  ];
  mediaSession.metadata = new MediaMetadata({ title, artist: "Earshot" });
  for (const [action, handle] of handlers) mediaSession.setActionHandler(action, handle);
  return () => {
    mediaSession.metadata = null;
    for (const [action] of handlers) mediaSession.setActionHandler(action, null);
  };
}
