import "server-only";
import { db } from "@/lib/platform/database/db";
import type { Transaction } from "@/lib/platform/database/transaction";
import { markKinds } from "@/lib/recordings/filter/filter";
import { notifyChanges } from "@/lib/recordings/live/notify-changes";
import { addMarks, removeMarks } from "@/lib/recordings/marks/store-marks";
import { chooseDuration, getDuration, readDurations } from "./duration";
import {
  anyoneHeard,
  clipRanges,
  countSeconds,
  flattenRanges,
  halfHeard,
  isHalfHeard,
  isHeard,
  pairRanges,
  type Ranges,
  uniteRanges,
} from "./ranges";
import type { Report } from "./report";

/** Stands for everybody together. */
export const everybody = "";

/**
 * Records what a person played. Idempotent, in any order and from any number of browsers at once: what is
 * told twice counts once, and nothing that was told is lost. Open pages hear of new listens and marks.
 * @returns false: there is no such recording
 */
export async function recordListening(
  recordingId: string,
  { userId, listens, durationSeconds }: Report,
  now: Date,
): Promise<boolean> {
  if (recordingId.includes("\0") || !recordingId.isWellFormed()) return false;
  const noted = await db().$transaction(async (transaction) => {
    const known = await readDurations(transaction, recordingId);
    if (!known) return null;
    const end = known.measured ?? durationSeconds ?? Number.POSITIVE_INFINITY;
    const told = listens.flatMap(({ id, startedAgoMs, lastAgoMs, ranges }) => {
      const clipped = clipRanges(ranges, end);
      const [startedAt, lastAt] = [Math.max(startedAgoMs, lastAgoMs), lastAgoMs].map(
        (agoMs) => new Date(now.getTime() - agoMs),
      );
      return clipped.length > 0 && startedAt && lastAt
        ? [{ id, startedAt, lastAt, ranges: clipped }]
        : [];
    });
    if (told.length === 0) return { duration: chooseDuration(known) };
    const before = await lockHeard(transaction, recordingId, userId, told);
    let isNew = false;
    for (const one of told) {
      isNew = (await upsertListen(transaction, { recordingId, userId, ...one })) || isNew;
    }

    const duration = chooseDuration({
      ...known,
      reported: durationSeconds === null ? known.reported : Math.ceil(durationSeconds),
    });
    const played = told.map(({ ranges }) => ranges);
    const firstAt = least(told.map(({ startedAt }) => startedAt));
    const lastAt = greatest(told.map((one) => one.lastAt));
    for (const row of before) {
      const ranges = uniteRanges(pairRanges(row.ranges), ...played);
      const isAll = row.userId === everybody;
      const marked = { duration, before: row.seconds, now: countSeconds(ranges) };
      const isMarked = await (isAll ? markHalf : markHeard)(
        transaction,
        { recordingId, userId },
        marked,
      );
      isNew ||= isMarked;
      await transaction.heard.update({
        where: { recordingId_userId: { recordingId, userId: row.userId } },
        data: {
          ...toColumns(ranges),
          firstAt: least([row.firstAt, firstAt]),
          lastAt: greatest([row.lastAt, lastAt]),
          ...(isAll && durationSeconds !== null && { reportedSeconds: Math.ceil(durationSeconds) }),
        },
      });
    }
    if (isNew) await notifyChanges(transaction, [recordingId]);
    return { duration };
  });
  if (!noted) return false;
  // Whoever measured it at this moment may not have seen this.
  const isMet = (await getDuration(db(), recordingId)) !== noted.duration;
  if (isMet) await updateHeardMarks([recordingId]);
  return true;
}

/**
 * Judges anew what of these recordings was heard, once how long they are was measured or is another; for
 * whoever has stored that, behind the end of its transaction. Idempotent, and quick where nobody listened.
 */
export async function updateHeardMarks(ids: readonly string[]): Promise<void> {
  const played = await db().heard.findMany({
    where: { recordingId: { in: [...ids] }, userId: everybody },
    select: { recordingId: true },
  });
  for (const { recordingId } of played) {
    await db().$transaction(async (transaction) => {
      await lockRow(transaction, recordingId, everybody);
      const duration = await getDuration(transaction, recordingId);
      const rows = await transaction.heard.findMany({
        where: { recordingId },
        select: { userId: true, seconds: true },
      });
      for (const { userId, seconds } of rows) {
        const mark = userId === everybody ? markHalf : markHeard;
        await mark(transaction, { recordingId, userId }, { duration, before: 0, now: seconds });
      }
      await notifyChanges(transaction, [recordingId]);
    });
  }
}

type Seconds = { duration: number | null; before: number; now: number };

/** @returns whether it was not heard by this person before */
async function markHeard(
  transaction: Transaction,
  { recordingId, userId }: Key,
  { duration, before, now }: Seconds,
): Promise<boolean> {
  if (!isHeard(now, duration)) return false;
  await addMarks(transaction, kind, [{ recordingId, values: [userId, anyoneHeard] }]);
  return !isHeard(before, duration);
}

/** Half of what it was taken for may be less of what it is. @returns whether it was less before */
async function markHalf(
  transaction: Transaction,
  { recordingId }: Key,
  { duration, before, now }: Seconds,
): Promise<boolean> {
  const isHalf = isHalfHeard(now, duration);
  const change = isHalf ? addMarks : removeMarks;
  await change(transaction, kind, [{ recordingId, values: [halfHeard] }]);
  return isHalf && !isHalfHeard(before, duration);
}

const { kind } = markKinds.heard;

type Told = { id: string; startedAt: Date; lastAt: Date; ranges: Ranges };
type HeardRow = { userId: string; ranges: number[]; seconds: number; firstAt: Date; lastAt: Date };

/** The rows of everybody and of the person, in this order, which nobody else changes until the end. */
async function lockHeard(
  transaction: Transaction,
  recordingId: string,
  userId: string,
  [first]: Told[],
): Promise<HeardRow[]> {
  const [firstAt, lastAt] = [first?.startedAt, first?.lastAt];
  for (const one of [everybody, userId]) {
    await transaction.$executeRaw`
      INSERT INTO heard (recording_id, user_id, ranges, seconds, first_at, last_at)
      VALUES (${recordingId}, ${one}, '{}', 0, ${firstAt}, ${lastAt}) ON CONFLICT DO NOTHING`;
    await lockRow(transaction, recordingId, one);
  }
  return transaction.heard.findMany({
    where: { recordingId, userId: { in: [everybody, userId] } },
    select: { userId: true, ranges: true, seconds: true, firstAt: true, lastAt: true },
    orderBy: { userId: "asc" },
  });
}

async function lockRow(client: Transaction, recordingId: string, userId: string): Promise<void> {
  await client.$executeRaw`
    SELECT FROM heard WHERE recording_id = ${recordingId} AND user_id = ${userId} FOR UPDATE`;
}

/** @returns whether nothing was known of it */
async function upsertListen(
  transaction: Transaction,
  { recordingId, userId, id, startedAt, lastAt, ranges }: Told & Key,
): Promise<boolean> {
  const where = { recordingId_userId_id: { recordingId, userId, id } };
  const known = await transaction.listen.findUnique({ where });
  if (!known) {
    const data = { recordingId, userId, id, startedAt, lastAt, ...toColumns(ranges) };
    await transaction.listen.create({ data });
    return true;
  }
  const united = uniteRanges(pairRanges(known.ranges), ranges);
  await transaction.listen.update({
    where,
    data: {
      ...toColumns(united),
      startedAt: least([known.startedAt, startedAt]),
      lastAt: greatest([known.lastAt, lastAt]),
    },
  });
  return false;
}

type Key = { recordingId: string; userId: string };

function toColumns(ranges: Ranges): { ranges: number[]; seconds: number } {
  return { ranges: flattenRanges(ranges), seconds: countSeconds(ranges) };
}

function least(instants: Date[]): Date {
  return new Date(Math.min(...instants.map((instant) => instant.getTime())));
}

function greatest(instants: Date[]): Date {
  return new Date(Math.max(...instants.map((instant) => instant.getTime())));
}
