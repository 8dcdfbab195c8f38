import "server-only";
import { z } from "zod";
import { isStorable } from "@/lib/list/list-page";
import { readBody } from "@/lib/platform/answer";
import { db, transact } from "@/lib/platform/database/db";
import type { Database, Transaction } from "@/lib/platform/database/transaction";
import { markKinds } from "@/lib/recordings/filter/filter";
import { notifyChanges } from "@/lib/recordings/live/changes";
import { addMarks, removeMarks } from "@/lib/recordings/sql/marks";
import { type Durations, insertHeard, lockHeardRow, readDurations } from "./sql";
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
} from "./views";

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
  if (!isStorable(recordingId)) return false;
  const noted = await transact(async (transaction) => {
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
    await transact(async (transaction) => {
      await lockHeardRow(transaction, recordingId, everybody);
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

type ReportedListen = { id: string; startedAt: Date; lastAt: Date; ranges: Ranges };
type HeardRow = { userId: string; ranges: number[]; seconds: number; firstAt: Date; lastAt: Date };

/** The rows of everybody and of the person, in this order, which nobody else changes until the end. */
async function lockHeard(
  transaction: Transaction,
  recordingId: string,
  userId: string,
  [first]: ReportedListen[],
): Promise<HeardRow[]> {
  const [firstAt, lastAt] = [first?.startedAt, first?.lastAt];
  for (const one of [everybody, userId]) {
    await insertHeard(transaction, { recordingId, userId: one, firstAt, lastAt });
    await lockHeardRow(transaction, recordingId, one);
  }
  return transaction.heard.findMany({
    where: { recordingId, userId: { in: [everybody, userId] } },
    select: { userId: true, ranges: true, seconds: true, firstAt: true, lastAt: true },
    orderBy: { userId: "asc" },
  });
}

/** @returns whether nothing was known of it */
async function upsertListen(
  transaction: Transaction,
  { recordingId, userId, id, startedAt, lastAt, ranges }: ReportedListen & Key,
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

/** What a browser may send at once; it sends the rest after it. */
const mostListens = 20;
export const mostRanges = 400;
const maxReportBytes = 64 * 1_024;
/** A day: no call lasts longer. */
const maxSeconds = 86_400;
/** What was played longer ago is no longer told. */
const maxAgeMs = 60 * 86_400_000;

const second = z.int().min(0).max(maxSeconds);
const rangeSchema = z
  .tuple([second, second])
  .readonly()
  .refine(([from, to]) => from < to, "a range ends after its beginning");

const listenSchema = z.object({
  /** Made once for each playing of a recording in a page. */
  id: z.uuid(),
  /** How long ago it began, and how long ago something was last played, by one and the same clock. */
  startedAgoMs: z.int().min(0).max(maxAgeMs),
  lastAgoMs: z.int().min(0).max(maxAgeMs),
  /** All that was played since it began, in whole seconds: sent once more, it changes nothing. */
  ranges: z.array(rangeSchema).min(1).max(mostRanges),
});

/** Who played what of one recording, as their browser tells it. */
export const reportSchema = z.object({
  /** Who was signed in while it was played. */
  userId: z.string().min(1).max(100),
  /** How long the sound is, as far as the browser knows. */
  durationSeconds: z.number().positive().max(maxSeconds).nullable(),
  listens: z.array(listenSchema).min(1).max(mostListens),
});

export type Report = z.infer<typeof reportSchema>;

/** Reads the body of a request. @returns what is wrong with it, in a few words */
export async function readReport(request: Request): Promise<Report | ReportFault> {
  if (Number(request.headers.get("content-length") ?? 0) > maxReportBytes) return tooLarge;
  const bytes = await readBody(request, maxReportBytes);
  if (!bytes) return tooLarge;
  try {
    const read = reportSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return { status: 400, detail: `${issue?.path.join(".") || "body"}: ${issue?.message}` };
  } catch {
    return { status: 400, detail: "body: not JSON" };
  }
}

type ReportFault = { status: 400 | 413; detail: string };

const tooLarge: ReportFault = {
  status: 413,
  detail: `at most ${maxReportBytes / 1_024} KiB at once`,
};

/** What half of it is judged by. */
function chooseDuration({ measured, reported, counted }: Durations): number | null {
  return measured ?? reported ?? counted;
}

export async function getDuration(client: Database, recordingId: string): Promise<number | null> {
  const durations = await readDurations(client, recordingId);
  return durations && chooseDuration(durations);
}
