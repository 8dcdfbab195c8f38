import { newUuid } from "@/components/live/new-uuid";
import { readKept } from "@/components/live/store";
import type { Report } from "@/lib/heard/store";
import { type Range, rangesSchema, toWholeSeconds, uniteRanges } from "@/lib/heard/views";
import * as v from "@/lib/platform/shape";

/** One playing of a recording in this page, as far as it has gone. */
const listenSchema = v.object({
  id: v.string,
  userId: v.string,
  recordingId: v.string,
  durationSeconds: v.nullable(v.number),
  /** By this browser's clock, in milliseconds. */
  startedAtMs: v.number,
  lastAtMs: v.number,
  /** As the player told them, joined where they meet. */
  stretches: rangesSchema,
});

export type PlayedListen = v.Shaped<typeof listenSchema>;

/** What a browser keeps of texts; `localStorage`, or one that keeps them no longer than the page. */
export type TextStore = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

const prefix = "earshot-heard:";
/** The server takes no more of a listen; the next stretch begins another one. */
const mostStretches = 300;
/** Older ones go first: a browser that is offline for long must not fill its storage. */
const mostKept = 500;
const longestKeptMs = 59 * 86_400_000;

/**
 * What was played and isn't known to have arrived. Each listen has an entry of its own, so that tabs
 * don't write over each other's, and is told whole each time, so that nothing comes of telling it twice.
 */
export class PlayedQueue {
  readonly #store: TextStore;
  readonly #userId: string;
  #current: PlayedListen | null = null;

  constructor(store: TextStore, userId: string) {
    this.#store = store;
    this.#userId = userId;
  }

  /** Adds a stretch that ended just now. @returns the listen that it belongs to */
  add(
    recordingId: string,
    [fromSeconds, toSeconds]: Range,
    durationSeconds: number | null,
    nowMs: number,
  ): PlayedListen {
    const isOn =
      this.#current?.recordingId === recordingId &&
      this.#current.stretches.length < mostStretches &&
      nowMs - this.#current.lastAtMs < pauseMs;
    const before: PlayedListen =
      isOn && this.#current
        ? this.#current
        : {
            id: newUuid(),
            userId: this.#userId,
            recordingId,
            durationSeconds,
            startedAtMs: nowMs - Math.round((toSeconds - fromSeconds) * 1_000),
            lastAtMs: nowMs,
            stretches: [],
          };
    this.#current = {
      ...before,
      durationSeconds: durationSeconds ?? before.durationSeconds,
      lastAtMs: Math.max(before.lastAtMs, nowMs),
      stretches: uniteRanges(before.stretches, [[fromSeconds, toSeconds]]),
    };
    this.#write(this.#current);
    return this.#current;
  }

  /** What is to be sent of this person's, whichever page played it; the oldest first. */
  list(nowMs: number): PlayedListen[] {
    return this.#entries()
      .filter((one) => one.userId === this.#userId && one.lastAtMs > nowMs - longestKeptMs)
      .sort((one, other) => one.lastAtMs - other.lastAtMs);
  }

  /** It has arrived, or will never be taken; what was played of it since stays. */
  drop(sent: PlayedListen): void {
    const kept = readKept(this.#store.getItem(prefix + sent.id), listenSchema);
    if (kept && countStretches(kept) === countStretches(sent)) {
      this.#store.removeItem(prefix + sent.id);
    }
  }

  #write(listen: PlayedListen): void {
    const text = JSON.stringify(listen);
    try {
      this.#store.setItem(prefix + listen.id, text);
    } catch {
      // It is full: what is played now is in memory, and told at once.
    }
  }

  #entries(): PlayedListen[] {
    const keys = Array.from({ length: this.#store.length }, (_, at) => this.#store.key(at));
    const entries = keys.flatMap((key) => {
      if (!key?.startsWith(prefix)) return [];
      const read = readKept(this.#store.getItem(key), listenSchema);
      if (!read) this.#store.removeItem(key);
      return read ?? [];
    });
    entries.sort((one, other) => other.lastAtMs - one.lastAtMs);
    for (const { id } of entries.splice(mostKept)) this.#store.removeItem(prefix + id);
    return entries;
  }
}

/** A listen as the server takes it; null: there is no whole second in it. */
export function toReport(listen: PlayedListen, nowMs: number): Report | null {
  const ranges = toWholeSeconds(listen.stretches);
  if (ranges.length === 0) return null;
  const { id, userId, durationSeconds, startedAtMs, lastAtMs } = listen;
  const ago = (atMs: number) => Math.round(Math.min(Math.max(0, nowMs - atMs), longestKeptMs));
  return {
    userId,
    durationSeconds,
    listens: [{ id, startedAgoMs: ago(startedAtMs), lastAgoMs: ago(lastAtMs), ranges }],
  };
}

/** Whoever comes back after so long listens once more. */
const pauseMs = 10 * 60_000;

function countStretches({ stretches, lastAtMs }: PlayedListen): string {
  return `${JSON.stringify(stretches)} ${lastAtMs}`;
}
