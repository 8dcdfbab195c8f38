import { annotate } from "@/components/player/waveform-content";
import {
  type HeardView,
  type Range,
  type Ranges,
  toWholeSeconds,
  uniteRanges,
} from "@/lib/heard/views";

type Known = { mine: Ranges; everybody: Ranges };

const known = new Map<string, Known>();
const arrivedListeners = new Set<(recordingId: string) => void>();

/** Draws what the server knows to be played on every waveform of a recording. */
export function showHeard(
  recordingId: string,
  { mine, everybody }: Pick<HeardView, "mine" | "everybody">,
): void {
  draw(recordingId, mine, everybody);
}

/** Draws what is played here, before anybody else knows of it. */
export function showPlayed(recordingId: string, stretches: Ranges): void {
  const played = toWholeSeconds(stretches);
  draw(recordingId, played, played);
}

/** For who signs in next: what is drawn is the former person's. */
export function forgetHeard(): void {
  for (const id of known.keys()) annotate(id, "heard", {});
  known.clear();
}

/** The server knows of it now. */
export function noteArrived(recordingId: string): void {
  for (const listener of arrivedListeners) listener(recordingId);
}

/** Tells when what was played in this page has arrived. */
export function watchArrived(listener: (recordingId: string) => void): () => void {
  arrivedListeners.add(listener);
  return () => arrivedListeners.delete(listener);
}

function draw(recordingId: string, mine: Ranges, everybody: Ranges): void {
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

function toWaveform(by: "mine" | "others") {
  return ([fromSeconds, toSeconds]: Range) => ({ fromSeconds, toSeconds, by });
}
