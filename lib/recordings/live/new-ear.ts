import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { db, listenTo } from "@/lib/platform/database/db";
import { type ChangeNotice, parseChangeNotice } from "./change-notice";
import { changeChannel } from "./notify-changes";

export type Ear = {
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
export function newEar(tell: (notice: ChangeNotice) => void): Ear {
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
