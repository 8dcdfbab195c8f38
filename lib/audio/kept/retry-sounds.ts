import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/platform/database/db";
import type { RecordingFilter } from "@/lib/recordings/filter/filter";
import { listRecordingIds } from "@/lib/recordings/query/queries";
import { soundWanted } from "./get-sound";

/**
 * Lets the sounds of all calls that a filter matches be fetched anew, but for those that are kept, in
 * slices with pauses in between. Idempotent: whoever is broken off asks again. @returns how many
 */
export async function retrySounds(filter: RecordingFilter, timeZone: string): Promise<number> {
  let asked = 0;
  for (let after: string | null = null; ; ) {
    const slice = await listRecordingIds({ filter, after, limit: atOnce }, { timeZone });
    const { count } = await db().sound.updateMany({
      where: { recordingId: { in: slice.ids }, state: { not: "kept" } },
      data: { nextTryAt: new Date(), attempts: 0 },
    });
    asked += count;
    if (count > 0) soundWanted.publish(true);
    if (slice.after === null) return asked;
    after = slice.after;
    await sleep(pauseMs);
  }
}

const atOnce = 500;
const pauseMs = 50;
