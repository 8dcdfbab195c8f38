import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/ops/log";
import { db } from "@/lib/platform/database/db";
import type { ChangeNotice } from "./change-notice";
import { newEar } from "./new-ear";

const everyMs = 2_000;

/**
 * Tells that it has begun, then of changes until it is stopped: at once where the database notifies, and otherwise by
 * looking every two seconds for what was read meanwhile.
 */
export function hearChanges(tell: (notice: ChangeNotice) => void): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const ear = newEar(tell);
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
          log().warn({ err: error }, "changes can't be heard; retrying");
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
