import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { db, listenTo, notify } from "@/lib/platform/database/db";

/** Tells that recordings came in or became different. A hint: who wants to know, looks. */
export type ChangeNotice = z.infer<typeof changeNoticeSchema>;

const maxIds = 100;
/** PostgreSQL takes less than 8,000 bytes, and a character may have four of them. */
const maxLength = 1_900;

const changeNoticeSchema = z.object({
  /** Which ones; null: more than can be named, or nobody knows. */
  ids: z.array(z.string()).nullable(),
});

export function toChangeNotice(ids: string[]): ChangeNotice {
  const isShort = ids.length <= maxIds && JSON.stringify(ids).length <= maxLength;
  return { ids: isShort ? ids : null };
}

/** @returns undefined for whatever is not a notice. */
export function parseChangeNotice(text: string): ChangeNotice | undefined {
  try {
    return changeNoticeSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function mergeNotices(one: ChangeNotice, other: ChangeNotice): ChangeNotice {
  if (!one.ids || !other.ids) return { ids: null };
  return toChangeNotice([...new Set([...one.ids, ...other.ids])]);
}

export const changeChannel = "earshot_recordings";

const everyMs = 2_000;

/**
 * Tells that it has begun, then of changes until it is stopped: at once where the database notifies, and otherwise by
 * looking every two seconds for what was read meanwhile.
 */
export function listenForChanges(onNotice: (notice: ChangeNotice) => void): Loop {
  const listener = newNotificationListener(onNotice);
  let wasListening = false;
  let isFailing = false;
  let mark: bigint | undefined;

  const look = async () => {
    const newest = await getNewestDelivery();
    if (mark === undefined || newest > mark) onNotice({ ids: null });
    mark = newest;
  };
  const step = newStep("can't listen for changes", async () => {
    try {
      const isListening = await listener.listens();
      // What happened just before it heard was told to nobody.
      if (!isListening || !wasListening) await look();
      wasListening = isListening;
      isFailing = false;
    } catch (error) {
      wasListening = false;
      // Who asks now learns that there is no answer.
      if (!isFailing) onNotice({ ids: null });
      isFailing = true;
      throw error;
    }
  });
  return runLoop({
    turn: async () => {
      await step();
      return everyMs;
    },
    atEnd: listener.close,
  });
}

/** Nothing changes but by a delivery, and these have an index for it. */
async function getNewestDelivery(): Promise<bigint> {
  const newest = await db().delivery.findFirst({
    select: { acceptedSeq: true },
    orderBy: { acceptedSeq: "desc" },
  });
  return newest?.acceptedSeq ?? 0n;
}

type Listener = {
  /** Whether what is notified reaches it; where it hasn't for a while, it listens anew. */
  listens: () => Promise<boolean>;
  close: () => Promise<void>;
};

const proveEveryMs = 15_000;
const retryEveryMs = 10_000;
const echoMs = 2_000;

/**
 * Hears notifications. A pooler of connections takes a LISTEN and never delivers, and a network may
 * lose a connection without a word: so only who receives an echo of their own is listening.
 */
function newNotificationListener(onNotice: (notice: ChangeNotice) => void): Listener {
  const name = randomUUID();
  let listening: Awaited<ReturnType<typeof listenTo>> | undefined;
  let provenAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let onEcho = () => {};

  const hear = (payload: string) => {
    if (payload === name) return onEcho();
    const notice = parseChangeNotice(payload);
    if (notice) onNotice(notice);
  };
  const prove = async () => {
    const echo = new Promise<boolean>((resolve) => {
      onEcho = () => resolve(true);
    });
    await notify(db(), changeChannel, name);
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
    listens: async () => {
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
