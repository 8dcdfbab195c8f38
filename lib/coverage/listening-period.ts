import "server-only";
import { z } from "zod";
import { newTopic } from "@/lib/platform/process/topic";

/** A time in which an event could be kept: from its first beat to its last. */
export const listeningPeriodSchema = z.object({
  id: z.uuid(),
  startedAtMs: z.number(),
  lastBeatAtMs: z.number(),
  /** The last beat was a farewell. */
  isStopped: z.boolean(),
});

export type ListeningPeriod = z.infer<typeof listeningPeriodSchema>;

export const beatEveryMs = 5_000;

/**
 * The longest time between two beats that is no gap. A server that is started again takes less, and
 * connections wait for it meanwhile.
 */
export const longestPauseMs = 15_000;

/**
 * The periods with one more beat, the present one last. A beat that comes too late to be of one
 * piece with the last (the process stood still, the machine slept) begins a period of its own, and
 * so does one from a clock that was set back.
 */
export function addBeat(periods: ListeningPeriod[], { atMs, isFarewell }: Beat): ListeningPeriod[] {
  const present = periods.at(-1);
  if (present && Math.abs(atMs - present.lastBeatAtMs) <= longestPauseMs) {
    const lastBeatAtMs = Math.max(atMs, present.lastBeatAtMs);
    return [...periods.slice(0, -1), { ...present, lastBeatAtMs, isStopped: isFarewell }];
  }
  const id = crypto.randomUUID();
  return [...periods, { id, startedAtMs: atMs, lastBeatAtMs: atMs, isStopped: isFarewell }];
}

export type Beat = { atMs: number; isFarewell: boolean };

/** What the process that listens knows of its listening and the database may not know yet. */
export const unsavedPeriodsTopic = newTopic("untold-periods", z.array(listeningPeriodSchema));

export function unsavedPeriods(): ListeningPeriod[] {
  return unsavedPeriodsTopic.last() ?? [];
}
