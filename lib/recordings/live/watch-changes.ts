import "server-only";
import { type ChangeNotice, mergeNotices } from "./change-notice";
import { hearChanges } from "./hear-changes";

/** `watcherCount` is how many are told the same. */
export type ChangeListener = (notice: ChangeNotice, watcherCount: number) => void;

type ChangeWatch = { watch: (listener: ChangeListener) => () => void; stop: () => Promise<void> };

const held = globalThis as { earshotChangeWatch?: ChangeWatch };

/** The one watch of this process: however many pages are open, one of us listens. */
export function changeWatch(): ChangeWatch {
  held.earshotChangeWatch ??= newChangeWatch(hearChanges);
  return held.earshotChangeWatch;
}

/** At most ten notices a second; the first of a burst is told at once. */
const gapMs = 100;
/** Who only changes the page must not end the listening. */
const lingerMs = 30_000;

export function newChangeWatch(hear: typeof hearChanges): ChangeWatch {
  const listeners = new Set<ChangeListener>();
  let hearing: ReturnType<typeof hear> | undefined;
  let leaving: NodeJS.Timeout | undefined;
  let pause: NodeJS.Timeout | undefined;
  let waiting: ChangeNotice | undefined;

  const fanOut = () => {
    pause = undefined;
    if (!waiting) return;
    const notice = waiting;
    waiting = undefined;
    pause = setTimeout(fanOut, gapMs);
    for (const listener of listeners) listener(notice, listeners.size);
  };
  const tell = (notice: ChangeNotice) => {
    waiting = waiting ? mergeNotices(waiting, notice) : notice;
    if (!pause) fanOut();
  };
  const stop = async () => {
    clearTimeout(leaving);
    const ended = hearing;
    hearing = undefined;
    await ended?.stop();
  };

  return {
    stop,
    watch: (listener) => {
      clearTimeout(leaving);
      listeners.add(listener);
      hearing ??= hear(tell);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        leaving = setTimeout(stop, lingerMs);
        leaving.unref();
      };
    },
  };
}
