import "server-only";
import { db } from "@/lib/platform/database/db";
import { timeoutOf } from "@/lib/platform/faults";
import type { KeptAudio } from "@/lib/settings/schema";
import { getKeptAudio, getKeptAudioChange } from "@/lib/settings/store";
import { bytesOfGb, getUsage } from "../kept/quota";
import type {
  BoundedCount,
  DamagedFileView,
  KeptAudioPreview,
  KeptAudioView,
  RemovalPreview,
  TaskView,
} from "../kept/views";
import { countMarked, sumOldFiles, sumRemoved } from "../sql/custody";
import { readClock } from "../sql/files";
import { cutoffOf } from "./remove-sounds";

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
    roomBytes: roomOf(limits, usage.bytes),
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
  return { removal, roomBytes: roomOf(limits, bytes - going) };
}

function roomOf({ quotaGb }: KeptAudio, bytes: number): number | null {
  return quotaGb === null ? null : Math.round(quotaGb * bytesOfGb) - bytes;
}

const taskNames = ["audio-retention", "audio-proof", "audio-source"];
const previewMs = 8_000;
const mostCounted = 10_000;
const mostPreviewed = 100_000;
const mostDamaged = 20;
const mostRemoved = 100_000;

async function previewRemoval(keepDays: number): Promise<RemovalPreview | "too-many"> {
  const cutoff = cutoffOf(keepDays, await readClock());
  try {
    const row = await sumOldFiles(cutoff, { most: mostPreviewed, timeoutMs: previewMs });
    return {
      isMore: row?.is_more ?? false,
      calls: Number(row?.calls ?? 0),
      files: Number(row?.files ?? 0),
      bytes: Number(row?.bytes ?? 0),
      oldestAt: row?.oldest_at?.toISOString() ?? null,
      protectedCalls: Number(row?.protected_calls ?? 0),
    };
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
