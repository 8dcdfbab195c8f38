import { fetchJson } from "@/components/live/fetch-json";
import { watchPlayed } from "@/components/player/playback-state";
import { getAudio, readLoaded, watchLoaded } from "@/components/player/remote-control";
import { whenSoundHasBegun } from "@/components/player/waveform-content";
import type { Report } from "@/lib/heard/store";
import { heardSchema } from "@/lib/heard/views";
import { writeIdSegment } from "@/lib/list/id-segment";
import { type PlayedListen, PlayedQueue, type TextStore, toReport } from "./played-queue";
import { forgetHeard, noteArrived, showHeard, showPlayed } from "./shown-heard";

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
    showPlayed(recordingId, listen.stretches);
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

function toHeardPath(recordingId: string): string {
  return `/api/recordings/${writeIdSegment(recordingId)}/heard`;
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
