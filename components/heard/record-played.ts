import { fetchJson } from "@/components/live/fetch-json";
import { watchPlayed } from "@/components/player/playback-state";
import { getAudio, readLoaded, watchLoaded } from "@/components/player/remote-control";
import { annotate, whenSoundHasBegun } from "@/components/player/waveform-content";
import type { Report } from "@/lib/heard/store";
import {
  heardSchema,
  type Range,
  type Ranges,
  toWholeSeconds,
  uniteRanges,
} from "@/lib/heard/views";
import { recordingHref } from "@/lib/list/id-segment";
import { type PlayedListen, PlayedQueue, type TextStore, toReport } from "./played-queue";

/**
 * Tells the server what this person plays, and what an earlier page could not tell: every few seconds,
 * at once when playing ends, and by a beacon when the page goes. Whatever fails stays and is told later.
 * For the life of the page, and never in the way of playing.
 */
export function recordPlayed(userId: string): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const queue = new PlayedQueue(findStore(), userId);
  /** What was played here and is not known to have arrived, by listen. */
  const untold = new Map<string, PlayedListen>();
  const beaconed = new WeakSet<PlayedListen>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerDueMs = 0;
  let isSending = false;
  let lastPlayedMs = 0;
  let leftMs = 0;

  /** The sooner of two stays: while a call plays on, one stretch after the other is told. */
  const schedule = (afterMs: number) => {
    const dueMs = Date.now() + afterMs;
    if (signal.aborted || (timer !== undefined && timerDueMs <= dueMs)) return;
    clearTimeout(timer);
    timer = setTimeout(send, afterMs);
    timerDueMs = dueMs;
  };
  const send = async () => {
    timer = undefined;
    if (isSending) return schedule(gatherMs);
    isSending = true;
    await whenSoundHasBegun();
    const waiting = new Map(queue.list(Date.now()).map((one) => [one.id, one]));
    for (const one of untold.values()) waiting.set(one.id, one);
    let isAway = false;
    for (const listen of waiting.values()) {
      const answered = await post(listen);
      if (answered === "later") {
        isAway = true;
        continue;
      }
      queue.drop(listen);
      if (untold.get(listen.id) === listen) untold.delete(listen.id);
      if (answered === "taken") noteArrived(listen.recordingId);
    }
    isSending = false;
    if (isAway) schedule(retryMs);
    else if (untold.size > 0) schedule(gatherMs);
  };
  // Nobody hears whether a beacon arrives: the next page tells once more, which changes nothing then.
  const leave = () => {
    leftMs = Date.now();
    for (const listen of untold.values()) {
      const report = toReport(listen, leftMs);
      if (!report || beaconed.has(listen)) continue;
      beaconed.add(listen);
      navigator.sendBeacon(toHeardPath(listen.recordingId), toBody(report));
    }
  };

  const stopWatching = watchPlayed(({ recordingId, fromSeconds, toSeconds }) => {
    const now = Date.now();
    const listen = queue.add(recordingId, [fromSeconds, toSeconds], readDuration(recordingId), now);
    untold.set(listen.id, listen);
    // Before anybody else knows of it.
    const played = toWholeSeconds(listen.stretches);
    showHeard(recordingId, { mine: played, everybody: played });
    // What the player tells before its time is the end of what it played.
    const isEnd = now - lastPlayedMs < usualMs || toSeconds - fromSeconds < 1;
    lastPlayedMs = now;
    // It hears of the page's end at the same event, before this or after it.
    if (now - leftMs < leavingMs) leave();
    schedule(isEnd ? 0 : gatherMs);
  });
  const drawn = new Set<string>();
  const draw = async () => {
    const id = readLoaded().call?.id;
    if (id === undefined || drawn.has(id)) return;
    drawn.add(id);
    await whenSoundHasBegun();
    const fetched = await fetchJson(toHeardPath(id), heardSchema, { signal });
    if (fetched.isOk) showHeard(id, fetched.answer);
  };
  const stopDrawing = watchLoaded(draw);
  draw();
  document.addEventListener("visibilitychange", () => document.hidden && leave(), { signal });
  window.addEventListener("pagehide", leave, { signal });
  window.addEventListener("online", () => schedule(0), { signal });
  schedule(0);
  return () => {
    stopping.abort();
    clearTimeout(timer);
    stopWatching();
    stopDrawing();
    forgetHeard();
  };
}

type Known = { mine: Ranges; everybody: Ranges };

const known = new Map<string, Known>();
const arrivedListeners = new Set<(recordingId: string) => void>();

/** Draws on every waveform of a recording what is known to be played of it, beside what is drawn already. */
export function showHeard(recordingId: string, { mine, everybody }: Known): void {
  const before = known.get(recordingId);
  const drawn = {
    mine: uniteRanges(before?.mine ?? [], mine),
    everybody: uniteRanges(before?.everybody ?? [], everybody),
  };
  if (JSON.stringify(before) === JSON.stringify(drawn)) return;
  known.set(recordingId, drawn);
  annotate(recordingId, "heard", {
    ranges: [...drawn.everybody.map(toWaveform("others")), ...drawn.mine.map(toWaveform("mine"))],
  });
}

/** For who signs in next: what is drawn is the former person's. */
function forgetHeard(): void {
  for (const id of known.keys()) annotate(id, "heard", {});
  known.clear();
}

/** The server knows of it now. */
function noteArrived(recordingId: string): void {
  for (const listener of arrivedListeners) listener(recordingId);
}

/** Tells when what was played in this page has arrived. */
export function watchArrived(listener: (recordingId: string) => void): () => void {
  arrivedListeners.add(listener);
  return () => arrivedListeners.delete(listener);
}

const gatherMs = 6_000;
const retryMs = 30_000;
const usualMs = 3_500;
const leavingMs = 1_000;

/** How long the browser finds it; null: it can't tell, as of a stream without an end. */
function readDuration(recordingId: string): number | null {
  if (readLoaded().call?.id !== recordingId) return null;
  const { duration } = getAudio();
  return Number.isFinite(duration) && duration > 0 ? duration : null;
}

/** `refused` will never be taken; `later` may be, by who is signed in then. */
async function post(listen: PlayedListen): Promise<"taken" | "refused" | "later"> {
  const report = toReport(listen, Date.now());
  if (!report) return "refused";
  try {
    const { ok, status } = await fetch(toHeardPath(listen.recordingId), {
      method: "POST",
      body: toBody(report),
      keepalive: true,
    });
    if (ok) return "taken";
    const mayPass = [401, 403, 408, 409, 429].includes(status) || status >= 500;
    return mayPass ? "later" : "refused";
  } catch {
    return "later";
  }
}

export function toHeardPath(recordingId: string): string {
  return `/api${recordingHref(recordingId)}/heard`;
}

function toBody(report: Report): Blob {
  return new Blob([JSON.stringify(report)], { type: "application/json" });
}

/** Where storage is forbidden, what is played is told as long as the page lives. */
function findStore(): TextStore {
  try {
    return window.localStorage;
  } catch {
    return { length: 0, key: nothing, getItem: nothing, setItem: nothing, removeItem: nothing };
  }
}

const nothing = () => null;

function toWaveform(by: "mine" | "others") {
  return ([fromSeconds, toSeconds]: Range) => ({ fromSeconds, toSeconds, by });
}
