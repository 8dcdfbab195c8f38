"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { fetchJson } from "@/components/live/fetch-json";
import { type PeaksView, peaksSchema } from "@/lib/audio/kept/views";
import { recordingHref } from "@/lib/list/id-segment";
import * as v from "@/lib/platform/shape";

/** How loud a recording is along its time: each lane is a channel, from 0 to 255. */
export type Peaks = { durationSeconds: number; lanes: Uint8Array[] };

const kept = new Map<string, Promise<Peaks | null>>();
const mostKept = 30;

/** Null: its audio is not kept, or nothing could read it. */
export function loadPeaks(id: string): Promise<Peaks | null> {
  const known = kept.get(id);
  if (known) return known;
  const loading = fetchPeaks(id);
  kept.set(id, loading);
  // It may be kept by the next time.
  loading.then((peaks) => {
    if (!peaks) kept.delete(id);
  });
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return loading;
}

async function fetchPeaks(id: string): Promise<Peaks | null> {
  await whenSoundHasBegun();
  const path = `/api${recordingHref(id)}/audio/peaks`;
  const fetched = await fetchJson(path, v.nullable(peaksSchema));
  return fetched.isOk && fetched.answer ? readPeaks(fetched.answer) : null;
}

export function readPeaks({ durationMs, channels, peaks }: PeaksView): Peaks {
  const bytes = Uint8Array.from(atob(peaks), (character) => character.charCodeAt(0));
  const length = Math.floor(bytes.length / channels);
  // Of more than two channels these are front left and right.
  const lanes = Array.from({ length: Math.min(channels, 2) }, (_, lane) =>
    bytes.subarray(lane * length, (lane + 1) * length),
  );
  return { durationSeconds: durationMs / 1_000, lanes };
}

/** Undefined: they are on their way. */
export function usePeaks(id: string | undefined): Peaks | null | undefined {
  const [loaded, setLoaded] = useState<{ id: string; peaks: Peaks | null }>();
  useEffect(() => {
    if (id === undefined) return;
    let isWanted = true;
    loadPeaks(id).then((peaks) => {
      if (isWanted) setLoaded({ id, peaks });
    });
    return () => {
      isWanted = false;
    };
  }, [id]);
  return loaded?.id === id ? loaded?.peaks : undefined;
}

/** The loudest of all that is drawn together, but for near-silence, which must not look like speech. */
export function findLoudest(lanes: Uint8Array[]): number {
  const values = lanes.map((lane) => lane.reduce((most, value) => Math.max(most, value), 0));
  return Math.max(255 * quiet.ofAll * 4, ...values);
}

/** As many values as are drawn, beside the loudest from 0 to 1: of each stretch the most. */
export function toBars(lane: Uint8Array, count: number, loudest: number): number[] {
  const bars = Math.min(count, lane.length);
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * lane.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * lane.length) / bars));
    return lane.subarray(from, to).reduce((most, value) => Math.max(most, value), 0) / loudest;
  });
}

export type Silence = { fromSeconds: number; toSeconds: number };

const leastSilenceSeconds = 1.2;
/** So much of a silence is left at each of its ends, so that no word is cut. */
const edgeSeconds = 0.2;
/** Beside the loudest of the call, and beside all that can be: what is below both is silence. */
const quiet = { ofLoudest: 0.06, ofAll: 0.02 };

/** Where nobody speaks on any channel, for longer than between two sentences. */
export function findSilences({ durationSeconds, lanes }: Peaks): Silence[] {
  const length = lanes[0]?.length ?? 0;
  const loudness = Array.from({ length }, (_, at) =>
    Math.max(...lanes.map((lane) => lane[at] ?? 0)),
  );
  const loudest = loudness.reduce((most, value) => Math.max(most, value), 0);
  // Nothing at all is played as it is.
  if (loudest === 0) return [];
  const most = Math.max(loudest * quiet.ofLoudest, 255 * quiet.ofAll);
  const stretchSeconds = durationSeconds / length;
  const silences: Silence[] = [];
  for (let at = 0; at < length; at++) {
    const from = at;
    while (at < length && (loudness[at] ?? 0) <= most) at++;
    const [fromSeconds, toSeconds] = [from * stretchSeconds, at * stretchSeconds];
    if (toSeconds - fromSeconds < leastSilenceSeconds) continue;
    silences.push({
      fromSeconds: from === 0 ? 0 : fromSeconds + edgeSeconds,
      toSeconds: at >= length ? durationSeconds : toSeconds - edgeSeconds,
    });
  }
  return silences;
}

/** The end of the silence that a moment lies in, unless it is too near to be worth a jump. */
export function findSilenceEnd(silences: Silence[], seconds: number): number | null {
  const here = silences.find((one) => one.fromSeconds <= seconds && seconds < one.toSeconds - 0.3);
  return here?.toSeconds ?? null;
}

/** A part of a recording that is drawn beneath its waveform, as what somebody has heard. */
type WaveformRange = { fromSeconds: number; toSeconds: number; by?: "mine" | "others" };

/** A moment of a recording that is marked above its waveform, and leads there. */
type WaveformMarker = { id: string; atSeconds: number; label: string };

export type Annotations = { ranges: WaveformRange[]; markers: WaveformMarker[] };

const none: Annotations = { ranges: [], markers: [] };
const byRecording = new Map<string, Map<string, Partial<Annotations>>>();
const merged = new Map<string, Annotations>();
const listeners = new Set<() => void>();

/**
 * Draws ranges and markers on every waveform of a recording, in place of what `source` (a name of its
 * own) had drawn there before. @returns what takes them off again
 */
export function annotate(
  recordingId: string,
  source: string,
  annotations: Partial<Annotations>,
): () => void {
  const sources = byRecording.get(recordingId) ?? new Map<string, Partial<Annotations>>();
  byRecording.set(recordingId, sources.set(source, annotations));
  merge(recordingId);
  return () => {
    if (sources.get(source) !== annotations) return;
    sources.delete(source);
    merge(recordingId);
  };
}

/** What is drawn on a recording's waveform. */
export function useAnnotations(recordingId: string): Annotations {
  return useSyncExternalStore(
    watch,
    () => merged.get(recordingId) ?? none,
    () => none,
  );
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function merge(recordingId: string): void {
  const sources = [...(byRecording.get(recordingId)?.values() ?? [])];
  merged.set(recordingId, {
    ranges: sources.flatMap(({ ranges = [] }) => ranges),
    markers: sources
      .flatMap(({ markers = [] }) => markers)
      .toSorted((one, other) => one.atSeconds - other.atSeconds),
  });
  for (const listener of listeners) listener();
}

/**
 * Resolves once no sound is on its way that somebody waits for: it plays, rests or fails, or takes so
 * long that the rest need not wait. What is only shown beside a player is asked for after its sound.
 */
export async function whenSoundHasBegun(): Promise<void> {
  // Whoever loads a file plays it in the same breath, which shows only after that.
  await new Promise((resolve) => setTimeout(resolve));
  const audio = document.querySelector("audio");
  if (!audio || audio.paused || audio.error) return;
  if (audio.readyState >= audio.HAVE_FUTURE_DATA) return;
  await new Promise((resolve) => {
    const stop = AbortSignal.timeout(mostWaitMs);
    stop.addEventListener("abort", resolve);
    for (const type of ["playing", "pause", "error", "emptied"]) {
      audio.addEventListener(type, resolve, { once: true, signal: stop });
    }
  });
}

const mostWaitMs = 500;
