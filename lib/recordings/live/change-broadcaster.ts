import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/ops/log";
import { db, listenTo } from "@/lib/platform/database/db";
import { processWide } from "@/lib/platform/process/process-wide";
import {
  type ChangeNotice,
  mergeNotices,
  parseChangeNotice,
  toChangeNotice,
} from "./change-notice";
import { changeChannel } from "./notify-changes";

/** `watcherCount` is how many are told the same. */
export type ChangeListener = (notice: ChangeNotice, watcherCount: number) => void;

type ChangeWatch = { watch: (listener: ChangeListener) => () => void; stop: () => Promise<void> };

/** The one watch of this process: however many pages are open, one of us listens. */
export const changeWatch = processWide("earshotChangeWatch", () => newChangeWatch(hearChanges));

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

/** Tells open pages that they show a call otherwise by now, though the ledger holds the same. */
export async function notifyChanged(id: string): Promise<void> {
  const notice = JSON.stringify(toChangeNotice([id]));
  await db().$queryRaw`SELECT pg_notify(${changeChannel}, ${notice})::text`;
}

const everyMs = 2_000;

/**
 * Tells that it has begun, then of changes until it is stopped: at once where the database notifies, and otherwise by
 * looking every two seconds for what was read meanwhile.
 */
function hearChanges(tell: (notice: ChangeNotice) => void): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const ear = newNotificationListener(tell);
  let wasHearing = false;
  let isFaulty = false;
  let mark: bigint | undefined;

  const look = async () => {
    const newest = await getNewestDelivery();
    if (mark === undefined || newest > mark) tell({ ids: null });
    mark = newest;
  };
  const step = async () => {
    const isHearing = await ear.hears();
    // What happened just before it heard was told to nobody.
    if (!isHearing || !wasHearing) await look();
    wasHearing = isHearing;
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        await step();
        isFaulty = false;
      } catch (error) {
        wasHearing = false;
        if (!isFaulty) {
          log().warn({ err: error }, "can't listen for changes; retrying");
          // Who asks now learns that there is no answer.
          tell({ ids: null });
        }
        isFaulty = true;
      }
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await ear.close();
  };
  const done = loop();
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

/** Nothing changes but by a delivery, and these have an index for it. */
async function getNewestDelivery(): Promise<bigint> {
  const [row] = await db().$queryRaw<{ seq: bigint }[]>`
    SELECT coalesce(max(accepted_seq), 0) AS seq FROM delivery`;
  return row?.seq ?? 0n;
}

type Ear = {
  /** Whether it hears what is notified; listens anew when it has been deaf for a while. */
  hears: () => Promise<boolean>;
  close: () => Promise<void>;
};

const proveEveryMs = 15_000;
const retryEveryMs = 10_000;
const echoMs = 2_000;

/**
 * Hears notifications. A pooler of connections takes a LISTEN and never delivers, and a network may
 * lose a connection without a word: so only who hears an echo of their own is not deaf.
 */
function newNotificationListener(tell: (notice: ChangeNotice) => void): Ear {
  const name = randomUUID();
  let listening: Awaited<ReturnType<typeof listenTo>> | undefined;
  let provenAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let onEcho = () => {};

  const hear = (payload: string) => {
    if (payload === name) return onEcho();
    const notice = parseChangeNotice(payload);
    if (notice) tell(notice);
  };
  const prove = async () => {
    const echo = new Promise<boolean>((resolve) => {
      onEcho = () => resolve(true);
    });
    await db().$queryRaw`SELECT pg_notify(${changeChannel}, ${name})::text`;
    const isHeard = await Promise.race([echo, sleep(echoMs, false, { ref: false })]);
    if (isHeard) provenAt = performance.now();
    return isHeard;
  };
  const close = async () => {
    const ended = listening;
    listening = undefined;
    await ended?.end();
  };

  return {
    close,
    hears: async () => {
      const now = performance.now();
      if (listening?.isBroken()) await close();
      if (listening && now - provenAt < proveEveryMs) return true;
      try {
        if (!listening) {
          if (now - triedAt < retryEveryMs) return false;
          triedAt = now;
          listening = await listenTo(changeChannel, hear);
        }
        if (await prove()) return true;
      } catch (error) {
        await close();
        throw error;
      }
      await close();
      return false;
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
