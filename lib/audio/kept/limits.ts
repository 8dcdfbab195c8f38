import "server-only";
import { z } from "zod";
import { readDatabaseNow } from "@/lib/ops/clock-sql";
import { db } from "@/lib/platform/database/db";
import { timeoutOf } from "@/lib/platform/faults";
import { describeApart } from "@/lib/platform/process/event-clock";
import type { KeptAudio } from "@/lib/settings/schema";
import { getKeptAudio, getKeptAudioChange } from "@/lib/settings/store";
import {
  beginQuotaRest,
  countMarked,
  findQuotaRest,
  sumOldFiles,
  sumRemoved,
  type Usage,
  updateClock,
} from "../sql/custody";
import type {
  BoundedCount,
  DamagedFileView,
  KeptAudioPreview,
  KeptAudioView,
  RemovalPreview,
  TaskView,
} from "./views";

const bytesOfGb = 1_000_000_000;

/**
 * What the clock may move on by from one look to the next, and for how long nothing goes after more. It is
 * noted whether or not anything is to be removed: only so is a leap told from time that passed. A server
 * that stood still for as long looks the same, and waits as well.
 */
const mostBetweenDays = 2;
const holdBackHours = 24;

/**
 * The database's time, by which files go; or why none may: this server's clock differs much from it, or it
 * moved on by days at once.
 */
export async function readRemovalClock(
  serverNow = new Date(),
): Promise<{ now: Date } | { fault: string }> {
  if (await updateClock(mostBetweenDays, holdBackHours)) {
    return {
      fault: `the clock moved on by days since the last run; none goes for ${holdBackHours} hours`,
    };
  }
  const now = await readDatabaseNow();
  const fault = describeApart(serverNow, now);
  return fault === null ? { now } : { fault };
}

/** What is kept now, as its writers have added it up. */
export async function getUsage(): Promise<Usage> {
  const row = await db().soundUsage.findUnique({ where: { id: 1 } });
  return { files: Number(row?.files ?? 0), bytes: Math.max(0, Number(row?.bytes ?? 0)) };
}

/** How many bytes still fit in the quota: infinite without one, never below zero. */
export async function readFreeQuotaBytes(): Promise<number> {
  const { quotaGb } = await getKeptAudio();
  if (quotaGb === null) return Number.POSITIVE_INFINITY;
  const { bytes } = await getUsage();
  return Math.max(0, quotaGb * bytesOfGb - bytes);
}

/** What stood in the way, and how many rests in a row it has caused. */
const seenSchema = z.object({
  rests: z.number().int().min(0).max(100),
  bytes: z.number(),
  quotaGb: z.number().nullable(),
});
type Seen = z.infer<typeof seenSchema>;

const firstRestSeconds = 60;
const longestRestSeconds = 6 * 3_600;
const mostRests = 20;

/**
 * Whether nothing is to be fetched for now because a file did not fit in what room was left: for a
 * minute after the first one, then twice as long each time, in all processes. It is over at once when
 * less is kept than then, or the quota is another one.
 */
export async function isQuotaResting(): Promise<boolean> {
  if (!(await findQuotaRest()).isResting) return false;
  const { isResting, rests } = await readRest();
  return isResting && rests > 0;
}

/** Notes that a file did not fit. Those that were under way meanwhile make the rest no longer. */
export async function noteQuotaFull(): Promise<void> {
  const { isResting, rests, bytes, quotaGb } = await readRest();
  if (isResting && rests > 0) return;
  const seen: Seen = { rests: Math.min(rests + 1, mostRests), bytes, quotaGb };
  const seconds = Math.min(firstRestSeconds * 2 ** rests, longestRestSeconds);
  await beginQuotaRest(seconds, JSON.stringify(seen));
}

/** Without rests where what was seen then is no longer so. */
async function readRest(): Promise<Seen & { isResting: boolean }> {
  const rest = await findQuotaRest();
  const { quotaGb } = await getKeptAudio();
  const { bytes } = await getUsage();
  const seen = parseSeen(rest.seen);
  const isSame = seen !== null && seen.quotaGb === quotaGb && bytes >= seen.bytes;
  return { rests: isSame ? seen.rests : 0, bytes, quotaGb, isResting: rest.isResting };
}

function parseSeen(text: string | null): Seen | null {
  const result = text === null ? null : seenSchema.safeParse(JSON.parse(text));
  return result?.success ? result.data : null;
}

/** Before when a file must have been kept, to be too old. */
export function cutoffOf(keepDays: number, now: Date): Date {
  return new Date(now.getTime() - keepDays * dayMs);
}

const dayMs = 86_400_000;

/** What is kept, its limits, and what the work in the background has found. Every count is bounded. */
export async function getKeptAudioView(): Promise<KeptAudioView> {
  const [limits, usage, changed, tasks, removed, damaged] = await Promise.all([
    getKeptAudio(),
    getUsage(),
    getKeptAudioChange(),
    db().upkeep.findMany({ where: { task: { in: taskNames } } }),
    sumRemoved(mostRemoved),
    listDamaged(),
  ]);
  const [damagedCount, waiting, isProtected] = await Promise.all([
    countDamaged(),
    countMark(["audio:waiting", "audio:not_ready"]),
    countMark(["protected:true"]),
  ]);
  const toTask = (name: string): TaskView => {
    const task = tasks.find((one) => one.task === name);
    return { finishedAt: task?.finishedAt?.toISOString() ?? null, fault: task?.fault ?? null };
  };
  return {
    ...limits,
    ...usage,
    freeQuotaBytes: computeFreeQuotaBytes(limits, usage.bytes),
    waiting,
    protected: isProtected,
    changed: changed && { byName: changed.byName, at: changed.at.toISOString() },
    removed,
    retention: toTask("audio-retention"),
    proof: toTask("audio-proof"),
    source: toTask("audio-source"),
    damagedCount,
    damaged,
  };
}

/** What these limits would do at once; what is removed is exact as of one moment, up to a bound. */
export async function previewKeptAudio(limits: KeptAudio): Promise<KeptAudioPreview> {
  const { bytes } = await getUsage();
  const removal = limits.keepDays === null ? null : await previewRemoval(limits.keepDays);
  const going = removal === null || removal === "too-many" ? 0 : removal.bytes;
  return { removal, freeQuotaBytes: computeFreeQuotaBytes(limits, bytes - going) };
}

function computeFreeQuotaBytes({ quotaGb }: KeptAudio, bytes: number): number | null {
  return quotaGb === null ? null : Math.round(quotaGb * bytesOfGb) - bytes;
}

const taskNames = ["audio-retention", "audio-proof", "audio-source"];
const previewMs = 8_000;
const mostCounted = 10_000;
const mostPreviewed = 100_000;
const mostDamaged = 20;
const mostRemoved = 100_000;

async function previewRemoval(keepDays: number): Promise<RemovalPreview | "too-many"> {
  const cutoff = cutoffOf(keepDays, await readDatabaseNow());
  try {
    const row = await sumOldFiles(cutoff, { most: mostPreviewed, timeoutMs: previewMs });
    return { ...row, oldestAt: row.oldestAt?.toISOString() ?? null };
  } catch (error) {
    if (timeoutOf(error) === "statement") return "too-many";
    throw error;
  }
}

async function countMark(marks: string[]): Promise<BoundedCount> {
  const count = await countMarked(marks, mostCounted + 1);
  return { count: Math.min(count, mostCounted), isMore: count > mostCounted };
}

const isDamaged = { proofFault: { in: ["missing", "changed"] } };

async function countDamaged(): Promise<BoundedCount> {
  const count = await db().soundFile.count({ where: isDamaged, take: mostCounted + 1 });
  return { count: Math.min(count, mostCounted), isMore: count > mostCounted };
}

async function listDamaged(): Promise<DamagedFileView[]> {
  const rows = await db().soundFile.findMany({
    where: isDamaged,
    select: { recordingId: true, sha256: true, proofFault: true, provedAt: true },
    orderBy: [{ proofFault: "asc" }, { recordingId: "asc" }],
    take: mostDamaged,
  });
  return rows.map(({ recordingId, sha256, proofFault, provedAt }) => ({
    recordingId,
    sha256: Buffer.from(sha256).toString("hex"),
    proof: proofFault === "missing" ? "missing" : "changed",
    provedAt: provedAt.toISOString(),
  }));
}
