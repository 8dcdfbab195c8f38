import "server-only";
import { timeoutOf } from "@/lib/platform/database/database-fault";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { inTransaction } from "@/lib/platform/database/transaction";
import type { KeptAudio } from "@/lib/settings/schema";
import { getKeptAudio, getKeptAudioChange } from "@/lib/settings/store";
import type {
  BoundedCount,
  DamagedFileView,
  KeptAudioPreview,
  KeptAudioView,
  RemovalPreview,
  TaskView,
} from "../kept/views";
import { bytesOfGb, getUsage } from "../quota/usage";
import { cutoffOf, readClock } from "./remove-sounds";

/** What is kept, its limits, and what the work in the background has found. Every count is bounded. */
export async function getKeptAudioView(): Promise<KeptAudioView> {
  const [limits, usage, changed, tasks, removed, damaged] = await Promise.all([
    getKeptAudio(),
    getUsage(),
    getKeptAudioChange(),
    db().upkeep.findMany({ where: { task: { in: taskNames } } }),
    sumRemoved(),
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

/** Along an index that holds all that it needs, no further than to the bound. */
async function previewRemoval(keepDays: number): Promise<RemovalPreview | "too-many"> {
  const cutoff = cutoffOf(keepDays, await readClock());
  try {
    const rows = await inTransaction(
      backgroundPool(),
      async (client) => {
        await client.$executeRaw`SELECT set_config('statement_timeout', ${`${previewMs}`}, true)`;
        return client.$queryRaw<PreviewRow[]>`
          WITH old AS MATERIALIZED (
            SELECT file.recording_id, sha256, bytes, kept_at,
              protection.recording_id IS NOT NULL AS is_protected
            FROM (SELECT recording_id, sha256, bytes, kept_at FROM sound_file
              WHERE kept_at <= ${cutoff} ORDER BY kept_at LIMIT ${mostPreviewed + 1}) AS file
            LEFT JOIN sound_protection AS protection
              ON protection.recording_id = file.recording_id),
          freed AS (
            SELECT max(bytes) AS bytes FROM old WHERE NOT is_protected GROUP BY sha256
            HAVING count(*) = (SELECT count(*) FROM sound_file WHERE sound_file.sha256 = old.sha256))
          SELECT count(*) > ${mostPreviewed} AS is_more,
            count(DISTINCT recording_id) FILTER (WHERE NOT is_protected) AS calls,
            count(DISTINCT recording_id) FILTER (WHERE is_protected) AS protected_calls,
            min(kept_at) FILTER (WHERE NOT is_protected) AS oldest_at,
            (SELECT count(*) FROM freed) AS files,
            (SELECT coalesce(sum(bytes), 0)::bigint FROM freed) AS bytes
          FROM old`;
      },
      "REPEATABLE READ READ ONLY",
    );
    const [row] = rows;
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

type PreviewRow = {
  is_more: boolean;
  calls: bigint;
  protected_calls: bigint;
  oldest_at: Date | null;
  files: bigint;
  bytes: bigint;
};

/** Along the marks' index, no further than to the bound. */
async function countMark(marks: string[]): Promise<BoundedCount> {
  const [row] = await db().$queryRaw<{ count: bigint }[]>`
    SELECT count(*) AS count FROM (
      SELECT FROM call_mark WHERE mark = ANY(${marks}::text[]) LIMIT ${mostCounted + 1}) AS listed`;
  const count = Number(row?.count ?? 0);
  return { count: Math.min(count, mostCounted), isMore: count > mostCounted };
}

async function sumRemoved(): Promise<{ files: number; bytes: number }> {
  const [row] = await db().$queryRaw<{ files: bigint; bytes: bigint }[]>`
    SELECT count(*) AS files, coalesce(sum(bytes), 0)::bigint AS bytes FROM (
      SELECT bytes FROM sound_removal WHERE removed_at > now() - interval '30 days'
      LIMIT ${mostRemoved}) AS listed`;
  return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
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
