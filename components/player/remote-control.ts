import { keep, newStore, readKept, recall } from "@/components/live/store";
import { recordingHref } from "@/lib/list/id-segment";
import * as v from "@/lib/platform/shape";
import type { PlayerCall, PlayerList } from "./playback-state";

export type Loaded = {
  /** Whose audio the element holds. */
  call: PlayerCall | null;
  isPlaying: boolean;
  /** Whether anything was played since the page came, or since the player was closed. */
  hasBegun: boolean;
};

/** How far the player's buttons and its letters go back and forth. */
export const skipSeconds = 15;

const nothing: Loaded = { call: null, isPlaying: false, hasBegun: false };
const state = newStore(nothing);
let audio: HTMLAudioElement | undefined;
/** The call that Space would play: the one that was opened or played last. */
let target: PlayerCall | null = null;
/** Where a call that is open begins when it is played. */
let start: { id: string; seconds: number } | null = null;
let readList: () => PlayerList | null = () => null;
let findSource = toAudioPath;
let queued: PlayerList | null = null;

export const readLoaded = state.read;
export const readNothingLoaded = () => nothing;
export const watchLoaded = state.watch;

function change(part: Partial<Loaded>): void {
  state.set({ ...readLoaded(), ...part });
}

/** The one element of this tab that plays. It belongs to no page, so that none takes it along. */
export function getAudio(): HTMLAudioElement {
  if (audio) return audio;
  const made = new Audio();
  made.preload = "metadata";
  const { speed, volume } = recallChoices();
  made.defaultPlaybackRate = speed;
  made.volume = volume;
  const note = () => change({ isPlaying: !made.paused });
  for (const type of ["play", "pause"]) made.addEventListener(type, note);
  document.body.append(made);
  audio = made;
  return made;
}

export function toAudioPath(id: string): string {
  return `/api${recordingHref(id)}/audio`;
}

/** Where the audio of a call is, if some of it is here already. */
export function findSourceBy(find: (id: string) => string): void {
  findSource = find;
}

/** Puts a call's audio in place of the one before, at a moment of it, without playing it. */
function loadCall(call: PlayerCall, atSeconds = 0): void {
  const element = getAudio();
  element.src = findSource(call.id);
  if (atSeconds > 0) element.currentTime = atSeconds;
  change({ call });
}

/** Plays a call: from a moment of it, else from where it stands. In its list others follow it. */
export function playCall(call: PlayerCall, atSeconds?: number): void {
  const isOther = readLoaded().call?.id !== call.id;
  if (isOther || !readLoaded().hasBegun) queued = readList();
  if (isOther) loadCall(call, atSeconds ?? (start?.id === call.id ? start.seconds : 0));
  else {
    if (audio?.error) audio.load();
    if (atSeconds !== undefined) moveTo(atSeconds);
  }
  play(call);
}

/** Plays the call that follows in the list which is played. */
export function playFollowing(call: PlayerCall): void {
  loadCall(call);
  play(call);
}

function play(call: PlayerCall): void {
  target = call;
  change({ hasBegun: true });
  // A refusal to play comes as an `error` event too, which tells more.
  getAudio()
    .play()
    .catch(() => undefined);
}

function moveTo(seconds: number): void {
  const element = getAudio();
  const end = Number.isFinite(element.duration) ? element.duration : seconds;
  element.currentTime = Math.min(Math.max(0, seconds), end);
}

/** Goes back or forth in what plays or is paused; false: there is nothing. */
export function skipBy(seconds: number): boolean {
  if (readLoaded().call) moveTo(getAudio().currentTime + seconds);
  return readLoaded().call !== null;
}

/** Goes to a moment of a call: where it is loaded, it plays on or stays paused; else it is played. */
export function seekTo(recordingId: string, seconds: number, title = ""): void {
  if (readLoaded().call?.id !== recordingId) playCall({ id: recordingId, title }, seconds);
  else moveTo(seconds);
}

export function toggleCall(call: PlayerCall): void {
  if (readLoaded().isPlaying && readLoaded().call?.id === call.id) getAudio().pause();
  else playCall(call);
}

/** Space, wherever the focus is: pauses what plays, else plays what was opened or played last. */
export function toggleAnyPlayer(): boolean {
  const call = readLoaded().isPlaying ? readLoaded().call : (target ?? readLoaded().call);
  if (!call) return false;
  target = call;
  toggleCall(call);
  return true;
}

export function hasPlayer(): boolean {
  return (target ?? readLoaded().call) !== null;
}

/** Where an open call begins when it is played, unless it is loaded by then. */
export function startAt(id: string, seconds: number): void {
  start = { id, seconds };
}

/** A call that is open on the page. While nothing was played yet, its audio is loaded. */
export function offerCall(call: PlayerCall, atSeconds: number): () => void {
  target = call;
  startAt(call.id, atSeconds);
  if (!readLoaded().hasBegun) loadCall(call, atSeconds);
  return () => {
    if (target === call) target = null;
    if (!readLoaded().hasBegun && readLoaded().call === call) closePlayer();
  };
}

/** A list whose calls follow one another when one of them is played; the last one stays. */
export function offerList(read: () => PlayerList | null): void {
  readList = read;
}

/** The list that the call was played from. */
export function readQueued(): PlayerList | null {
  return queued;
}

/** Shows a call again where it was paused before the page was loaded anew. */
export function resumeCall(call: PlayerCall, atSeconds: number, list: PlayerList | null): void {
  queued = list;
  loadCall(call, atSeconds);
  target ??= call;
  change({ hasBegun: true });
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

export function chooseSpeed(speed: number): void {
  const element = getAudio();
  element.defaultPlaybackRate = speed;
  element.playbackRate = speed;
  rememberChoices({ speed });
}

/** One step faster or slower, among the speeds that are offered; false: nothing was played yet. */
export function changeSpeed(by: 1 | -1): boolean {
  if (!readLoaded().hasBegun) return false;
  const { playbackRate } = getAudio();
  const next =
    by === 1
      ? speeds.find((speed) => speed > playbackRate)
      : speeds.toReversed().find((speed) => speed < playbackRate);
  if (next) chooseSpeed(next);
  return true;
}

export function closePlayer(): void {
  audio?.pause();
  audio?.removeAttribute("src");
  audio?.load();
  target = null;
  state.set(nothing);
}

export type Choices = { speed: number; volume: number; skipsSilence: boolean };

const choicesKey = "earshot-player";

/** How this browser listened last. */
export function recallChoices(): Choices {
  const text = recall("localStorage", choicesKey);
  const kept = readKept(text, v.record(isAnything)) ?? {};
  const within = (value: unknown, least: number, most: number) =>
    typeof value === "number" && value >= least && value <= most ? value : 1;
  return {
    speed: within(kept.speed, 0.5, 3),
    volume: within(kept.volume, 0, 1),
    skipsSilence: kept.skipsSilence === true,
  };
}

const isAnything = (value: unknown): value is unknown => true;

export function rememberChoices(choices: Partial<Choices>): void {
  keep("localStorage", choicesKey, JSON.stringify({ ...recallChoices(), ...choices }));
}

export const placeKey = "earshot-playing";

export function hasPlace(): boolean {
  return recall("sessionStorage", placeKey) !== null;
}
