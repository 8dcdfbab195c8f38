import { useSyncExternalStore } from "react";

/** A part of a recording that is drawn beneath its waveform, as what somebody has heard. */
export type WaveformRange = { fromSeconds: number; toSeconds: number; by?: "mine" | "others" };

/** A moment of a recording that is marked above its waveform, and leads there. */
export type WaveformMarker = { id: string; atSeconds: number; label: string };

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
