import "server-only";
import type { HeldSession } from "@/lib/access/sessions/session-watch";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { db, notify } from "@/lib/platform/database/db";
import type { Database } from "@/lib/platform/database/transaction";
import { processWide } from "@/lib/platform/process/process-wide";
import { deleteUnknown, listIdsIn } from "../sql/recording-ids";
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
export const changeWatch = processWide("earshotChangeWatch", newChangeWatch);

/** At most ten notices a second; the first of a burst is told at once. */
const gapMs = 100;
/**
 * Many are told one slice after the other: what goes to all of them at once would hold up, in each process that
 * it goes through, whatever else comes.
 */
const slice = { listeners: 20, everyMs: 10 };
/** Who only changes the page must not end the listening. */
const lingerMs = 30_000;

function newChangeWatch(): ChangeWatch {
  const listeners = new Set<ChangeListener>();
  let hearing: Loop | undefined;
  let leaving: NodeJS.Timeout | undefined;
  let pause: NodeJS.Timeout | undefined;
  let waiting: ChangeNotice | undefined;

  const fanOut = () => {
    pause = undefined;
    if (!waiting) return;
    const notice = waiting;
    waiting = undefined;
    tell(notice, [...listeners]);
  };
  const tell = (notice: ChangeNotice, left: ChangeListener[]) => {
    const those = left.splice(0, slice.listeners);
    pause =
      left.length > 0 ? setTimeout(tell, slice.everyMs, notice, left) : setTimeout(fanOut, gapMs);
    for (const listener of those) if (listeners.has(listener)) listener(notice, listeners.size);
  };
  const publish = (notice: ChangeNotice) => {
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
      hearing ??= listenForChanges(publish);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        leaving = setTimeout(stop, lingerMs);
        leaving.unref();
      };
    },
  };
}

type NamedCalls = {
  isEmpty: () => boolean;
  /** Works on some of them, which are named no more then; where that fails, they still are. */
  workOff: (most: number, work: (ids: string[]) => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
};

/** The calls that notices name; the rest is found by a sweep. */
export function collectNamed(): NamedCalls {
  const ids = new Set<string>();
  const unwatch = changeWatch().watch((notice) => {
    for (const id of notice.ids ?? []) if (ids.size < mostNamed) ids.add(id);
  });
  const stop = async () => {
    unwatch();
    await changeWatch().stop();
  };
  return {
    stop,
    isEmpty: () => ids.size === 0,
    workOff: async (most, work) => {
      const some = [...ids].slice(0, most);
      if (some.length > 0) await work(some);
      for (const id of some) ids.delete(id);
    },
  };
}

const mostNamed = 10_000;

/** What a room keeps of calls, in tables of its own with a column `recording_id`. */
export type KeptOfCalls = {
  /** For the log. */
  name: string;
  tables: readonly string[];
  /** Mends what follows the calls, of those that the ledger knows. */
  follow?: (ids: string[]) => Promise<void>;
  /** Adds the marks that calls should have by it: one that went and came again has lost them. */
  addMissingMarks: (ids: string[]) => Promise<void>;
};

/**
 * Takes away what is kept of calls that are no more, for the life of this process, and lets the rest follow
 * the calls: soon where a notice names them, and all there is now and then. Any number of processes may do so
 * at once.
 * @param steps what is to be done besides, every few seconds
 */
export function followCalls(kept: KeptOfCalls, steps: (() => Promise<void>)[] = []): Loop {
  const named = collectNamed();
  let after: string | null = "";
  let sweepsAtMs = 0;
  const following = [
    newStep(`${kept.name} of changed calls can't be looked for`, () =>
      named.workOff(callsAtOnce, (ids) => tidy(kept, ids)),
    ),
    newStep(`${kept.name} can't be compared with the calls`, async () => {
      if (performance.now() < sweepsAtMs) return;
      after = await compareSlice(kept, after ?? "", callsAtOnce);
      if (after === null) sweepsAtMs = performance.now() + sweepEveryMs;
    }),
  ];
  const all = following.concat(steps);
  return runLoop({
    turn: async (signal) => {
      for (const step of all) if (!signal.aborted) await step();
      return { ms: named.isEmpty() && after === null ? restMs : busyMs, isWhole: true };
    },
    atEnd: named.stop,
  });
}

const callsAtOnce = 500;
const busyMs = 250;
const restMs = 2_000;
const sweepEveryMs = 3_600_000;

/**
 * Compares what is kept of some calls, behind an id, with the ledger.
 * @returns where it ended; null: at the end
 */
export async function compareSlice(
  kept: KeptOfCalls,
  after: string,
  most: number,
): Promise<string | null> {
  const ids = await listIdsIn(kept.tables, after, most);
  if (ids.length > 0) {
    await tidy(kept, ids);
    await kept.addMissingMarks(ids);
  }
  return ids.length < most ? null : (ids.at(-1) ?? null);
}

async function tidy({ tables, follow }: KeptOfCalls, ids: string[]): Promise<void> {
  const rows = await db().recording.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const known = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !known.has(id));
  if (gone.length > 0) await deleteUnknown(tables, gone);
  await follow?.([...known]);
}

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
      let isSending = false;
      let isOver = false;
      const isFull = () => (controller.desiredSize ?? 0) <= 0;

      const sendMissed = async () => {
        if (isSending) return;
        isSending = true;
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
        isSending = false;
      };
      flush = () => {
        beatsUnread = 0;
        sendMissed();
      };
      const leave = changeWatch().watch((notice, watcherCount) => {
        const spreadMs = toSpreadMs(watcherCount);
        missed = { notice: missed ? mergeNotices(missed.notice, notice) : notice, spreadMs };
        sendMissed();
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
