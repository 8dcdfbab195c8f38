"use client";

import { useSyncExternalStore } from "react";
import { recordingHref } from "@/lib/list/id-segment";
import { dropPrefetch, findAudioSource } from "./audio-source";
import { fail, goOnAfter, goOnFrom, goTo, packPlace, placeInQueue } from "./play-on";
import {
  atRest,
  changePlayback,
  followPlayed,
  listenToPlayback,
  type Playback,
  readPlayback,
  recallPlace,
  storePlace,
} from "./playback-state";
import {
  closePlayer,
  findSourceBy,
  getAudio,
  playCall,
  readLoaded,
  recallChoices,
  rememberChoices,
  resumeCall,
  seekTo,
  skipBy,
  skipSeconds,
  watchLoaded,
} from "./remote-control";
import { findSilenceEnd, findSilences, loadPeaks, type Silence } from "./waveform-content";

/** What the one player of this tab does. */
export function usePlayback(): Playback {
  return useSyncExternalStore(watchPlayback, readPlayback, () => atRest);
}

function watchPlayback(listener: () => void): () => void {
  connect();
  return listenToPlayback(listener);
}

let silences: Silence[] = [];
let isConnected = false;

/** Once: what the element does becomes what the player shows, and what follows from it. */
function connect(): void {
  if (isConnected) return;
  isConnected = true;
  const audio = getAudio();
  const { bridge } = followPlayed(audio, () => readLoaded().call?.id);
  const channel = new BroadcastChannel("earshot-player");
  channel.onmessage = () => audio.pause();
  audio.preservesPitch = true;
  changePlayback({ skipsSilence: recallChoices().skipsSilence });
  findSourceBy(findAudioSource);

  const read = () => {
    const { duration, ended, muted, paused, volume } = audio;
    changePlayback({
      isPlaying: !paused && !ended,
      elapsedSeconds: audio.currentTime,
      ...(Number.isFinite(duration) && { durationSeconds: duration }),
      speed: audio.playbackRate,
      volume: muted ? 0 : volume,
    });
  };
  const on = (types: string[], handle: () => void) => {
    for (const type of types) audio.addEventListener(type, handle);
  };
  on(["timeupdate", "durationchange", "ratechange", "volumechange", "seeked"], read);
  on(["play", "pause", "ended"], read);
  const begin = () => {
    channel.postMessage("plays");
    showMediaKeys();
  };
  const goOn = () => {
    const { call } = readPlayback();
    if (call) goOnFrom(call);
  };
  on(["play"], begin);
  on(["playing"], goOn);
  on(["seeked", "ratechange", "durationchange", "playing", "pause"], () => {
    publishMediaPosition(audio);
    keepPlace();
  });
  on(["waiting"], () => changePlayback({ isWaiting: true }));
  on(["canplay", "playing"], () => changePlayback({ isWaiting: false, fault: null }));
  on(["timeupdate"], () => {
    const { skipsSilence } = readPlayback();
    const end = skipsSilence && !audio.paused && findSilenceEnd(silences, audio.currentTime);
    if (end) {
      bridge(end);
      audio.currentTime = end;
    }
    if (Math.abs(audio.currentTime - keptSeconds) > 5) keepPlace();
  });
  on(["ended"], () => {
    if (readPlayback().stopsAfter) changePlayback({ stopsAfter: false });
    else goOnAfter();
  });
  on(["error"], () => fail());
  window.addEventListener("pagehide", keepPlace);
  watchLoaded(noteLoaded);
  noteLoaded();
  // It may have failed, or begun to play, before anybody listened.
  if (audio.error) fail(true);
  else read();
  if (!audio.paused) {
    begin();
    goOn();
  }
}

function noteLoaded(): void {
  const { call, hasBegun } = readLoaded();
  const isOther = call?.id !== readPlayback().call?.id;
  changePlayback({ call, hasBegun });
  if (isOther) {
    silences = [];
    changePlayback({ ...unknown, elapsedSeconds: getAudio().currentTime });
    if (call) readMeasure(call.id);
    else {
      withdrawMediaKeys();
      storePlace(null);
      dropPrefetch();
    }
  }
  placeInQueue(call, isOther);
  if (hasBegun) showMediaKeys();
}

/** What the server has measured: how long it is, before it is loaded, and where nobody speaks. */
async function readMeasure(id: string): Promise<void> {
  const peaks = await loadPeaks(id);
  const { call, durationSeconds } = readPlayback();
  if (call?.id !== id || !peaks) return;
  silences = findSilences(peaks);
  changePlayback({ durationSeconds: durationSeconds ?? peaks.durationSeconds });
}

const unknown = {
  durationSeconds: null,
  fault: null,
  isWaiting: false,
} satisfies Partial<Playback>;

/** Says on the keyboard's and the lock screen's controls what plays, and lets them command it. */
function showMediaKeys(): void {
  const { call, hasPrevious, hasNext } = readPlayback();
  // Not in every browser.
  const { mediaSession } = navigator;
  if (!call || !mediaSession) return;
  if (mediaSession.metadata?.title !== call.title) {
    mediaSession.metadata = new MediaMetadata({ title: call.title, artist: "Earshot" });
  }
  setHandlers({
    play: () => playCall(call),
    pause: () => getAudio().pause(),
    seekbackward: ({ seekOffset }) => skipBy(-(seekOffset ?? skipSeconds)),
    seekforward: ({ seekOffset }) => skipBy(seekOffset ?? skipSeconds),
    seekto: ({ seekTime }) => seekTo(call.id, seekTime ?? 0),
    previoustrack: hasPrevious ? () => goTo(-1) : null,
    nexttrack: hasNext ? () => goTo(1) : null,
  });
}

export function chooseVolume(volume: number): void {
  Object.assign(getAudio(), { volume, muted: volume === 0 });
  rememberChoices({ volume });
}

export function toggleMuted(): void {
  const audio = getAudio();
  const isSilent = audio.muted || audio.volume === 0;
  audio.muted = !isSilent;
  if (isSilent && audio.volume === 0) audio.volume = 1;
}

export function chooseSkipsSilence(skipsSilence: boolean): void {
  rememberChoices({ skipsSilence });
  changePlayback({ skipsSilence });
}

export function chooseStopsAfter(stopsAfter: boolean): void {
  changePlayback({ stopsAfter });
}

/** Shown at once: a slider that still holds the former place would lead back to it when let go. */
export function seek(seconds: number): void {
  const { call } = readPlayback();
  if (!call) return;
  seekTo(call.id, seconds);
  changePlayback({ elapsedSeconds: getAudio().currentTime });
}

export function skip(seconds: number): void {
  skipBy(seconds);
  changePlayback({ elapsedSeconds: getAudio().currentTime });
}

export function close(): void {
  closePlayer();
  storePlace(null);
}

/** A call's page, at a moment of it. */
export function toMomentLink(id: string, seconds: number): string {
  const path = `${recordingHref(id)}?t=${Math.floor(seconds)}`;
  return typeof window === "undefined" ? path : new URL(path, window.location.origin).href;
}

let keptSeconds = 0;

/** Where it stands, for when this tab is loaded again. */
function keepPlace(): void {
  const { call, hasBegun } = readLoaded();
  if (!call || !hasBegun) return;
  keptSeconds = getAudio().currentTime;
  storePlace({ call, seconds: keptSeconds, list: packPlace() });
}

/** Shows what was played when the page was left, from where it was. */
export function offerToResume(): void {
  const place = readLoaded().hasBegun ? null : recallPlace();
  if (place) resumeCall(place.call, place.seconds, place.list);
}

function withdrawMediaKeys(): void {
  if (!navigator.mediaSession?.metadata) return;
  navigator.mediaSession.metadata = null;
  setHandlers({});
}

const actions = [
  "play",
  "pause",
  "seekbackward",
  "seekforward",
  "seekto",
  "previoustrack",
  "nexttrack",
] as const;

function setHandlers(
  handlers: Partial<Record<(typeof actions)[number], MediaSessionActionHandler | null>>,
): void {
  for (const action of actions) {
    try {
      navigator.mediaSession.setActionHandler(action, handlers[action] ?? null);
    } catch {
      // A browser refuses what it does not know.
    }
  }
}

/** Where it stands, for the lock screen's own bar. */
function publishMediaPosition({ duration, playbackRate, currentTime }: HTMLAudioElement): void {
  if (!Number.isFinite(duration) || duration <= 0) return;
  navigator.mediaSession?.setPositionState?.({
    duration,
    playbackRate,
    position: Math.min(currentTime, duration),
  });
}
