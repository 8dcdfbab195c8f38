import "server-only";
import type { HeldSession } from "@/lib/access/sessions/session-watch";
import { notify } from "@/lib/platform/database/db";
import type { Database } from "@/lib/platform/database/transaction";
import { processWide } from "@/lib/platform/process/process-wide";
import {
  type ChangeNotice,
  changeChannel,
  listenForChanges,
  mergeNotices,
  toChangeNotice,
} from "./change-notices";

/** Tells whoever listens, once this transaction is committed; never when it isn't. */
export async function notifyChanges(client: Database, ids: Iterable<string>): Promise<void> {
  const changed = [...ids];
  if (changed.length === 0) return;
  await notify(client, changeChannel, JSON.stringify(toChangeNotice(changed)));
}

/** `watcherCount` is how many are told the same. */
export type ChangeListener = (notice: ChangeNotice, watcherCount: number) => void;

type ChangeWatch = { watch: (listener: ChangeListener) => () => void; stop: () => Promise<void> };

/** The one watch of this process: however many pages are open, one of us listens. */
export const changeWatch = processWide("earshotChangeWatch", () =>
  newChangeWatch(listenForChanges),
);

/** At most ten notices a second; the first of a burst is told at once. */
const gapMs = 100;
/** Who only changes the page must not end the listening. */
const lingerMs = 30_000;

function newChangeWatch(hear: typeof listenForChanges): ChangeWatch {
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

/** The calls that notices name, for who looks at each and takes it out; the rest is found by a sweep. */
export function collectNamed(): { ids: Set<string>; stop: () => Promise<void> } {
  const ids = new Set<string>();
  const unwatch = changeWatch().watch((notice) => {
    for (const id of notice.ids ?? []) if (ids.size < mostNamed) ids.add(id);
  });
  const stop = async () => {
    unwatch();
    await changeWatch().stop();
  };
  return { ids, stop };
}

const mostNamed = 10_000;

const beatEveryMs = 20_000;

/**
 * Changes as an event stream, for as long as the session lasts; before a call is named the session is
 * looked at once more. A reader who is slow gets what they missed in one; one who reads nothing any
 * more is let go.
 */
export function streamChanges(session: HeldSession): ReadableStream<Uint8Array> {
  let end = () => {};
  let flush = () => {};
  return new ReadableStream({
    start(controller) {
      let missed: { notice: ChangeNotice; spreadMs: number } | undefined;
      let beatsUnread = 0;
      let isTelling = false;
      let isOver = false;
      const isFull = () => (controller.desiredSize ?? 0) <= 0;

      const tellMissed = async () => {
        if (isTelling) return;
        isTelling = true;
        while (missed && !isFull()) {
          const { notice, spreadMs } = missed;
          const isConfirmed = await session.confirm();
          if (isOver) return;
          // What came meanwhile is younger than that look.
          if (missed.notice !== notice) continue;
          missed = undefined;
          const ids = isConfirmed ? notice.ids : null;
          controller.enqueue(toEvent("change", { ids, spreadMs }));
        }
        isTelling = false;
      };
      flush = () => {
        beatsUnread = 0;
        tellMissed();
      };
      const leave = changeWatch().watch((notice, watcherCount) => {
        const spreadMs = toSpreadMs(watcherCount);
        missed = { notice: missed ? mergeNotices(missed.notice, notice) : notice, spreadMs };
        tellMissed();
      });
      const beat = setInterval(() => {
        beatsUnread = isFull() ? beatsUnread + 1 : 0;
        if (beatsUnread > 1) close();
        else if (!isFull()) controller.enqueue(toEvent("beat", null));
      }, beatEveryMs);
      end = () => {
        isOver = true;
        leave();
        clearInterval(beat);
        session.release();
      };
      const close = () => {
        if (isOver) return;
        end();
        controller.close();
      };
      const onEnded = () => {
        if (isOver) return;
        // With another role the page comes back by itself.
        if (session.signal.reason === "signed-out" && !isFull()) {
          controller.enqueue(toEvent("signed-out", null));
        }
        close();
      };
      if (session.signal.aborted) queueMicrotask(onEnded);
      session.signal.addEventListener("abort", onEnded, { once: true });
      controller.enqueue(toEvent("beat", null));
    },
    pull: () => flush(),
    cancel: () => end(),
  });
}

const encoder = new TextEncoder();

function toEvent(event: "change" | "beat" | "signed-out", data: unknown): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Many pages that are told the same don't all ask at once. */
function toSpreadMs(watcherCount: number): number {
  return Math.max(0, watcherCount - 10) * 4;
}
