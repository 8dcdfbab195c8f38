import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Pool } from "pg";
import { recordChange } from "@/lib/audit/audit-log";
import { readDatabaseNow } from "@/lib/ops/clock-sql";
import { log } from "@/lib/ops/log";
import { type ClaimedTask, claimTask, holdTask, requestTask, runTask } from "@/lib/ops/task-lease";
import { db, pagePool, transact } from "@/lib/platform/database/db";
import { countFacets } from "@/lib/recordings/counts/count-calls";
import { type RecordingFilter, recordingFilterSchema } from "@/lib/recordings/filter/filter";
import { notifyChanges } from "@/lib/recordings/live/changes";
import { listRecordingIds } from "@/lib/recordings/query/queries";
import { markSounds, soundWanted } from "../kept/get-sound";
import type { ProtectedSlice, ProtectionCount } from "../kept/views";
import { lockUsage } from "../sql/custody";

/**
 * Protects the audio of these recordings from deletion, or no longer. Who protected one first stays its
 * protector. Idempotent; from when it resolves on, no retention removes what is protected.
 * @param entryId of the audit log, where slice after slice is one entry
 * @returns of how many it changed
 */
export async function protectSounds(
  ids: readonly string[],
  isOn: boolean,
  userId: string,
  entryId?: string,
): Promise<number> {
  return transact(async (client) => {
    // Whoever removes files has come to an end, or sees this.
    await lockUsage(client);
    const known = await client.recording.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true },
    });
    const before = await client.soundProtection.findMany({
      where: { recordingId: { in: [...ids] } },
      select: { recordingId: true },
    });
    const had = new Set(before.map(({ recordingId }) => recordingId));
    const changed = known.flatMap(({ id }) => (had.has(id) === isOn ? [] : [id]));
    if (changed.length === 0) return 0;
    if (isOn) {
      const by = { protectedBy: userId, protectedAt: await readDatabaseNow(client) };
      await client.soundProtection.createMany({
        data: changed.map((recordingId) => ({ recordingId, ...by })),
      });
    } else {
      await client.soundProtection.deleteMany({ where: { recordingId: { in: changed } } });
    }
    const [only] = changed;
    const isOne = entryId === undefined && changed.length === 1 && only !== undefined;
    await recordChange(
      client,
      { action: isOn ? "protected" : "unprotected" },
      { userId, recordingId: isOne ? only : null, calls: changed.length },
      entryId,
    );
    await markSounds(client, changed);
    await notifyChanges(client, changed);
    return changed.length;
  });
}

type Slice = { isOn: boolean; userId: string; after: string | null; entryId: string };

/**
 * The same for all that a filter matches, the newest call first, as far as some seconds go. Who asks goes
 * on behind `after`, until there is nothing more; broken off and begun again, it changes what is left.
 */
export async function protectList(
  filter: RecordingFilter,
  timeZone: string,
  { isOn, userId, after, entryId }: Slice,
  { atOnce = 500, mostMs = 2_000 } = {},
): Promise<ProtectedSlice> {
  const beganMs = performance.now();
  const done: ProtectedSlice = { changed: 0, after };
  do {
    const slice = await listRecordingIds(
      { filter, after: done.after, limit: atOnce },
      { timeZone },
    );
    if (slice.ids.length > 0) {
      done.changed += await protectSounds(slice.ids, isOn, userId, entryId);
    }
    done.after = slice.after;
  } while (done.after !== null && performance.now() - beganMs < mostMs);
  return done;
}

/** How many calls a filter matches, and how many of them are protected: exact, or so many at least. */
export async function countProtection(
  filter: RecordingFilter,
  timeZone: string,
): Promise<ProtectionCount> {
  const { include, exclude } = filter.protected;
  const hasNone = include.includes(null) || exclude.includes("true");
  const narrowed = { ...filter, protected: { include: ["true"], exclude: [] } };
  const [all, kept] = await Promise.all([
    countFacets(filter, timeZone),
    hasNone ? { total: 0, isTotalMore: false } : countFacets(narrowed, timeZone),
  ]);
  return {
    calls: all.total,
    protectedCalls: kept.total,
    isMore: all.isTotalMore || kept.isTotalMore,
  };
}

/** Lists of a person that are under way. */
export const mostLists = 20;

/**
 * Notes that the sounds of all calls that a filter matches are to be fetched anew, but for those that are
 * kept. Whoever asks again while that goes on is served by it. False: too many lists of theirs are under way.
 */
export async function requestSounds(
  userId: string,
  filter: RecordingFilter,
  timeZone: string,
): Promise<boolean> {
  const lists = await db().soundRetry.findMany({ where: { userId, timeZone } });
  if (lists.some((list) => isDeepStrictEqual(readFilter(list.filter), filter))) return true;
  if (lists.length >= mostLists) return false;
  await db().soundRetry.create({ data: { id: randomUUID(), userId, filter, timeZone } });
  await requestTask(pagePool(), "audio-retry");
  return true;
}

/**
 * Makes the sounds of the lists that were asked for due, in slices with pauses in between. Each slice is
 * noted with what it did, so that whoever is ended leaves the rest to the next one.
 * @returns how many are due by it
 */
export async function retrySounds(
  pool: Pool,
  claimant: string,
  signal: AbortSignal,
  atOnce = 500,
): Promise<number> {
  if ((await findNext()) === null) return 0;
  const task = await claimTask(pool, "audio-retry", claimant, restSeconds);
  if (!task) return 0;
  let asked = 0;
  const work = async () => {
    for (let list = await findNext(); list && !signal.aborted; list = await findNext()) {
      asked += await retrySlice(list, task, atOnce);
      await sleep(pauseMs, undefined, { signal });
    }
    return null;
  };
  if (!(await runTask(pool, task, work, signal))) return asked;
  log().info({ asked }, "sounds of lists are to be fetched again");
  return asked;
}

/** After a fault; who asks is served at once. */
const restSeconds = 60;
const pauseMs = 50;

type List = NonNullable<Awaited<ReturnType<typeof findNext>>>;

function findNext() {
  return db().soundRetry.findFirst({ orderBy: [{ askedAt: "asc" }, { id: "asc" }] });
}

async function retrySlice(list: List, task: ClaimedTask, atOnce: number): Promise<number> {
  const { id, after, timeZone } = list;
  const filter = readFilter(list.filter);
  if (!filter) {
    log().warn({ by: list.userId }, "a list whose sounds were wanted can't be read any more");
    await db().soundRetry.deleteMany({ where: { id } });
    return 0;
  }
  // Where it fails, the others go first.
  await db().soundRetry.updateMany({ where: { id }, data: { askedAt: new Date() } });
  const slice = await listRecordingIds({ filter, after, limit: atOnce }, { timeZone });
  const count = await transact(async (client) => {
    await holdTask(client, task);
    const due = await client.sound.updateMany({
      where: { recordingId: { in: slice.ids }, state: { not: "kept" } },
      data: { nextTryAt: new Date(), attempts: 0 },
    });
    if (slice.after === null) await client.soundRetry.deleteMany({ where: { id } });
    else await client.soundRetry.updateMany({ where: { id }, data: { after: slice.after } });
    return due.count;
  });
  if (count > 0) soundWanted.publish(true);
  return count;
}

/** Undefined: another version wrote it, which knew other choices. */
function readFilter(kept: unknown): RecordingFilter | undefined {
  return recordingFilterSchema.safeParse(kept).data;
}
