"use client";

import { useSyncExternalStore } from "react";
import { writeIdSegment } from "@/lib/recordings/record/id-segment";
import { type AudioFault, findAudioFault, isOfFile } from "./audio-fault";
import { offerMediaKeys, tellMediaPosition, withdrawMediaKeys } from "./media-keys";
import { findSilenceEnd, findSilences, loadPeaks, type Silence } from "./peaks";
import { followPlayed } from "./played";
import { findAudioSource, prefetchAudio } from "./prefetch";
import { extendQueue, findStep, packQueue, type Queue, toQueue } from "./queue";
import {
  closePlayer,
  findSourceBy,
  getAudio,
  type PlayerCall,
  type PlayerList,
  playCall,
  playFollowing,
  readLoaded,
  readQueued,
  recallChoices,
  rememberChoices,
  resumeCall,
  seekTo,
  skipBy,
  toAudioPath,
  watchLoaded,
} from "./remote-control";

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

const atRest: Playback = {
  call: null,
  ...{ hasBegun: false, isPlaying: false, isWaiting: false },
  ...{ elapsedSeconds: 0, durationSeconds: null, speed: 1, volume: 1 },
  ...{ skipsSilence: false, stopsAfter: false, fault: null, notice: null },
  ...{ hasPrevious: false, hasNext: false },
};

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

let state = atRest;
const listeners = new Set<() => void>();

/** What the one player of this tab does. */
export function usePlayback(): Playback {
  return useSyncExternalStore(
    watchPlayback,
    () => state,
    () => atRest,
  );
}

export function watchPlayback(listener: () => void): () => void {
  connect();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(part: Partial<Playback>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

let queue: Queue = toQueue(null, { id: "", title: "" });
let list: PlayerList | null = null;
let silences: Silence[] = [];
/** Files that could not be played, and why. */
const dead = new Map<string, AudioFault>();
const isDead = (id: string) => dead.has(id);
/** The call that was come to through the list, and what was passed over on the way. */
let followed: string | null = null;
let skipped: { title: string; fault: AudioFault }[] = [];
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
  change({ skipsSilence: recallChoices().skipsSilence });
  findSourceBy(findAudioSource);

  const read = () => {
    const { duration, ended, muted, paused, volume } = audio;
    change({
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
  on(["play"], () => {
    channel.postMessage("plays");
    showMediaKeys();
  });
  on(["seeked", "ratechange", "durationchange", "playing", "pause"], () => {
    tellMediaPosition(audio);
    keepPlace();
  });
  on(["waiting"], () => change({ isWaiting: true }));
  on(["canplay", "playing"], () => change({ isWaiting: false, fault: null }));
  on(["playing"], () => {
    dead.delete(state.call?.id ?? "");
    setTimeout(prefetchNext, prefetchAfterMs, state.call);
  });
  on(["timeupdate"], () => {
    const end = state.skipsSilence && !audio.paused && findSilenceEnd(silences, audio.currentTime);
    if (end) {
      bridge(end);
      audio.currentTime = end;
    }
    if (Math.abs(audio.currentTime - keptSeconds) > 5) keepPlace();
  });
  on(["ended"], () => {
    if (state.stopsAfter) change({ stopsAfter: false });
    else if (state.hasNext) goTo(1);
  });
  on(["error"], fail);
  window.addEventListener("pagehide", keepPlace);
  watchLoaded(noteLoaded);
  noteLoaded();
  // It may have failed before anybody listened.
  if (audio.error) fail();
  else read();
}

function noteLoaded(): void {
  const { call, hasBegun } = readLoaded();
  const isOther = call?.id !== state.call?.id;
  const isNewList = readQueued() !== list;
  if (isOther || isNewList) {
    list = readQueued();
    if (call && (isNewList || queue.calls[queue.index]?.id !== call.id)) {
      queue = toQueue(isNewList ? list : queue, call);
    }
  }
  if (isOther) {
    silences = [];
    if (call?.id !== followed) skipped = [];
    change({ ...unknown, elapsedSeconds: getAudio().currentTime, notice: wordSkipped() });
    if (call) {
      loadPeaks(call.id).then((peaks) => {
        if (state.call?.id !== call.id || !peaks) return;
        silences = findSilences(peaks);
        change({ durationSeconds: state.durationSeconds ?? peaks.durationSeconds });
      });
    } else {
      followed = null;
      withdrawMediaKeys();
      forgetPlace();
    }
  }
  change({ call, hasBegun, ...findEnds() });
  if (hasBegun) showMediaKeys();
}

const unknown = {
  durationSeconds: null,
  fault: null,
  isWaiting: false,
} satisfies Partial<Playback>;

function findEnds() {
  return {
    hasPrevious: findStep(queue, -1, isDead) !== null,
    hasNext: findStep(queue, 1, isDead) !== null || queue.after !== null,
  };
}

const mostSkipped = 10;

async function fail(): Promise<void> {
  const audio = getAudio();
  const { call } = readLoaded();
  if (!call || !audio.hasAttribute("src")) return;
  const wasPlaying = !audio.paused;
  audio.pause();
  change({ isPlaying: false, isWaiting: false });
  const fault = await findAudioFault(toAudioPath(call.id));
  if (readLoaded().call?.id !== call.id || !audio.error) return;
  dead.set(call.id, fault);
  const isOnTheWay = wasPlaying && followed === call.id && isOfFile(fault);
  if (isOnTheWay && skipped.length < mostSkipped) {
    skipped.push({ title: call.title, fault });
    if (await goTo(1)) return;
  }
  change({ fault, ...findEnds() });
}

/** Goes on along the list, over what can't be heard; false: there is nothing to go on to. */
export async function goTo(by: 1 | -1): Promise<boolean> {
  const from = queue.index;
  let at = findStep(queue, by, isDead);
  while (at === null && by === 1 && queue.after !== null) {
    if (!(await extend())) return false;
    at = findStep(queue, by, isDead);
  }
  const call = at === null ? undefined : queue.calls[at];
  if (at === null || !call) {
    change({ notice: wordSkipped() ?? "End of the list", ...findEnds() });
    return false;
  }
  for (const passed of by === 1 ? queue.calls.slice(from + 1, at) : []) {
    const fault = dead.get(passed.id);
    if (fault) skipped.push({ title: passed.title, fault });
  }
  queue = { ...queue, index: at };
  followed = call.id;
  playFollowing(call);
  return true;
}

/** Brings the list's next page; false: it can't be had, or something else is played meanwhile. */
async function extend(): Promise<boolean> {
  const before = queue;
  const extended = await extendQueue(before);
  if (queue !== before) return false;
  if (extended) queue = extended;
  else change({ notice: "The next calls of the list could not be loaded." });
  change(findEnds());
  return extended !== null;
}

function wordSkipped(): string | null {
  const [only] = skipped;
  if (!only) return null;
  if (skipped.length > 1) return `Skipped ${skipped.length} calls that can’t be played`;
  return `Skipped ${only.title || "a call"}: ${only.fault.title}`;
}

const prefetchAfterMs = 500;

/** So that the next call is here when this one ends; one that can't be heard is known before. */
async function prefetchNext(playing: PlayerCall | null, tries = 3): Promise<void> {
  const isOver = () => !playing || state.call !== playing;
  if (isOver() || tries === 0) return;
  const at = findStep(queue, 1, isDead);
  if (at === null && queue.after !== null) {
    if (await extend()) await prefetchNext(playing, tries - 1);
    return;
  }
  const next = at === null ? undefined : queue.calls[at];
  if (!next) return;
  loadPeaks(next.id);
  const fault = await prefetchAudio(next.id);
  if (!fault || isOver() || !isOfFile(fault)) return;
  dead.set(next.id, fault);
  change(findEnds());
  await prefetchNext(playing, tries - 1);
}

function showMediaKeys(): void {
  if (!state.call) return;
  const { call, hasPrevious, hasNext } = state;
  offerMediaKeys(call.title, {
    play: () => playCall(call),
    pause: () => getAudio().pause(),
    skip: skipBy,
    seek: (seconds) => seekTo(call.id, seconds),
    previous: hasPrevious ? () => goTo(-1) : null,
    next: hasNext ? () => goTo(1) : null,
  });
}

export function chooseSpeed(speed: number): void {
  const audio = getAudio();
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
  rememberChoices({ speed });
}

export function chooseVolume(volume: number): void {
  Object.assign(getAudio(), { volume, muted: volume === 0 });
  rememberChoices({ volume });
}

export function toggleMuted(): void {
  const audio = getAudio();
  audio.muted = !audio.muted;
  if (!audio.muted && audio.volume === 0) audio.volume = 1;
}

export function chooseSkipsSilence(skipsSilence: boolean): void {
  rememberChoices({ skipsSilence });
  change({ skipsSilence });
}

export function chooseStopsAfter(stopsAfter: boolean): void {
  change({ stopsAfter });
}

/** Shown at once: a slider that still holds the former place would lead back to it when let go. */
export function seek(seconds: number): void {
  if (!state.call) return;
  seekTo(state.call.id, seconds);
  change({ elapsedSeconds: getAudio().currentTime });
}

export function skip(seconds: number): void {
  skipBy(seconds);
  change({ elapsedSeconds: getAudio().currentTime });
}

export function close(): void {
  closePlayer();
  forgetPlace();
}

/** A call's page, at a moment of it. */
export function toMomentLink(id: string, seconds: number): string {
  const path = `/recordings/${writeIdSegment(id)}?t=${Math.floor(seconds)}`;
  return typeof window === "undefined" ? path : new URL(path, window.location.origin).href;
}

const placeKey = "earshot-playing";
let keptSeconds = 0;

/** Where it stands, for when this tab is loaded again. */
function keepPlace(): void {
  const { call, hasBegun } = readLoaded();
  if (!call || !hasBegun) return;
  keptSeconds = getAudio().currentTime;
  const place = { call, seconds: keptSeconds, list: packQueue(queue) };
  try {
    sessionStorage.setItem(placeKey, JSON.stringify(place));
  } catch {
    // Without storage it begins anew.
  }
}

function forgetPlace(): void {
  try {
    sessionStorage.removeItem(placeKey);
  } catch {
    // Nothing was kept then.
  }
}

/** Offers what was played when the page was left, from where it was. */
export function offerToResume(): void {
  if (readLoaded().hasBegun) return;
  try {
    const { call, seconds, list } = JSON.parse(sessionStorage.getItem(placeKey) ?? "");
    if (typeof call.id === "string" && Number.isFinite(seconds)) resumeCall(call, seconds, list);
  } catch {
    forgetPlace();
  }
}
