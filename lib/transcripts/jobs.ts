import "server-only";
import { z } from "zod";
import { db } from "@/lib/platform/database/db";
import { toList } from "@/lib/platform/database/transaction";
import { newTopic } from "@/lib/platform/process/topic";
import { Prisma } from "@/prisma/client/client";
import { cleanLine } from "./cues";
import { tellChanged } from "./transcript-store";
import type { TranscriberFault } from "./views";

/** Somebody asked for a transcript. */
export const transcriptWanted = newTopic("transcript-wanted", z.literal(true));

/** A recording that this process alone transcribes, until `claimSeconds` after its last sign of life. */
export type ClaimedJob = {
  recordingId: string;
  requestedBy: string | null;
  requestedAt: Date;
  /** This one counted. */
  attempts: number;
};

const claimSeconds = 60;
export const renewEveryMs = 20_000;

type Asking = {
  /** Null: Earshot itself. */
  by: string | null;
  /** Of those that have a transcript, too, or had one that was taken away. */
  anew: boolean;
};

/**
 * Asks for transcripts of these recordings, as far as their audio is kept; one that waits already stays
 * where it is. @returns how many were asked for
 */
export async function requestTranscripts(
  ids: readonly string[],
  { by, anew }: Asking,
): Promise<number> {
  if (ids.length === 0) return 0;
  const asked = await db().$transaction(async (client) => {
    // In the order of their ids, so that nobody who asks for some of the same waits for ever.
    const rows = await client.$queryRaw<{ recording_id: string }[]>`
      INSERT INTO transcript_job AS job
        (recording_id, state, since, requested_by, requested_at, next_try_at)
      SELECT recording.id, 'waiting', now(), ${by}, now(), now() FROM recording
      JOIN sound ON sound.recording_id = recording.id AND sound.sha256 IS NOT NULL
        AND sound.attachment = recording.recording_attachment
      WHERE recording.id = ANY(${toList(ids)}::text[])
        AND (${anew} OR NOT EXISTS (
          SELECT FROM transcript WHERE transcript.recording_id = recording.id))
      ORDER BY recording.id
      ON CONFLICT (recording_id) DO UPDATE SET state = 'waiting', since = now(), attempts = 0,
        requested_by = EXCLUDED.requested_by, requested_at = now(), next_try_at = now(),
        fault = NULL, reason = '', claimed_by = NULL, claimed_until = NULL
        WHERE job.state = 'none' OR (${by !== null} AND job.state <> 'waiting')
      RETURNING recording_id`;
    const changed = rows.map(({ recording_id }) => recording_id);
    if (changed.length > 0) await tellChanged(client, changed);
    return changed.length;
  });
  if (asked > 0) transcriptWanted.publish(true);
  return asked;
}

/** Takes back what was asked for. Whoever works on it finds out when it is done. Idempotent. */
export async function cancelRequest(recordingId: string): Promise<void> {
  await db().$transaction(async (client) => {
    await client.$executeRaw`
      UPDATE transcript_job SET state = 'none', since = now(), fault = NULL, reason = '',
        next_try_at = NULL, claimed_by = NULL, claimed_until = NULL
      WHERE recording_id = ${recordingId} AND state IN ('waiting', 'failed')`;
    await tellChanged(client, [recordingId]);
  });
}

/**
 * Takes up to `most` jobs that are due; those asked for last come first, so that none waits behind a list.
 * Those of `except` are being worked on here, though nobody wanted them for a while.
 */
export async function claimJobs(
  claimant: string,
  most: number,
  except: readonly string[] = [],
): Promise<ClaimedJob[]> {
  await settleWornOut();
  // As far away as no claim is: by a clock that was set back since.
  await db().$executeRaw`
    UPDATE transcript_job SET claimed_until = now() + ${claimSeconds} * interval '1 second'
    WHERE next_try_at <= now() AND claimed_until > now() + ${2 * claimSeconds} * interval '1 second'`;
  const rows = await db().$queryRaw<
    {
      recording_id: string;
      requested_by: string | null;
      requested_at: Date;
      attempts: number;
    }[]
  >`
    UPDATE transcript_job AS job SET claimed_by = ${claimant}::uuid, attempts = job.attempts + 1,
      claimed_until = now() + ${claimSeconds} * interval '1 second'
    FROM (SELECT recording_id FROM transcript_job
          WHERE next_try_at <= now() AND (claimed_until IS NULL OR claimed_until <= now())
            AND recording_id <> ALL(${toList(except)}::text[])
          ORDER BY next_try_at DESC LIMIT ${most} FOR UPDATE SKIP LOCKED) AS next
    WHERE job.recording_id = next.recording_id
    RETURNING job.recording_id, requested_by, requested_at, job.attempts`;
  return rows.map((row) => ({
    recordingId: row.recording_id,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    attempts: row.attempts,
  }));
}

/** Those whose tries all ended without a word, as when they take a process with them, are tried no more. */
async function settleWornOut(): Promise<void> {
  const isWornOut = Prisma.sql`next_try_at <= now() AND attempts >= ${mostAttempts}
    AND (claimed_until IS NULL OR claimed_until <= now())`;
  const found = await db().$queryRaw<{ recording_id: string }[]>`
    SELECT recording_id FROM transcript_job WHERE ${isWornOut} ORDER BY recording_id LIMIT 100`;
  if (found.length === 0) return;
  await db().$transaction(async (client) => {
    const rows = await client.$queryRaw<{ recording_id: string }[]>`
      UPDATE transcript_job AS job SET state = 'failed', since = now(), next_try_at = NULL,
        claimed_by = NULL, claimed_until = NULL
      FROM (SELECT recording_id FROM transcript_job
            WHERE recording_id = ANY(${toList(found.map((row) => row.recording_id))}::text[])
              AND ${isWornOut}
            ORDER BY recording_id FOR UPDATE SKIP LOCKED) AS worn
      WHERE job.recording_id = worn.recording_id
      RETURNING job.recording_id`;
    const ids = rows.map(({ recording_id }) => recording_id);
    if (ids.length > 0) await tellChanged(client, ids);
  });
}

/** Keeps what is being transcribed for another while. @returns those that are still ours */
export async function renewJobs(claimant: string, ids: string[]): Promise<Set<string>> {
  const rows = await db().$queryRaw<{ recording_id: string }[]>`
    UPDATE transcript_job SET claimed_until = now() + ${claimSeconds} * interval '1 second'
    WHERE recording_id = ANY(${toList(ids)}::text[]) AND claimed_by = ${claimant}::uuid
    RETURNING recording_id`;
  return new Set(rows.map(({ recording_id }) => recording_id));
}

/** Leaves what was not finished to whoever comes next, at once, as if it had not been tried. */
export async function releaseJobs(claimant: string): Promise<void> {
  await db().$executeRaw`
    UPDATE transcript_job SET claimed_by = NULL, claimed_until = NULL,
      attempts = greatest(attempts - 1, 0)
    WHERE claimed_by = ${claimant}::uuid`;
}

export type JobFailure = {
  fault: TranscriberFault;
  /** What the transcriber said. */
  reason: string;
  /** When it wants to be asked again; null: it didn't say. */
  retryAfterMs: number | null;
};

/** Notes why a try failed, and when the next one is. */
export async function settleFailure(
  claimant: string,
  { recordingId, attempts, requestedAt }: ClaimedJob,
  { fault, reason, retryAfterMs }: JobFailure,
): Promise<void> {
  const now = Date.now();
  const waitMs = judgeFailure(fault, attempts, now - requestedAt.getTime(), retryAfterMs);
  const nextTryAt = waitMs === null ? null : new Date(now + waitMs);
  await db().$transaction(async (client) => {
    await client.$executeRaw`
      UPDATE transcript_job SET claimed_by = NULL, claimed_until = NULL, next_try_at = ${nextTryAt},
        state = ${waitMs === null ? "failed" : "waiting"}::transcript_job_state,
        since = CASE WHEN ${waitMs === null} THEN now() ELSE since END,
        attempts = attempts - ${fault === "rate-limited" ? 1 : 0},
        fault = ${fault}, reason = ${cleanLine(reason).slice(0, longestReason).toWellFormed()}
      WHERE recording_id = ${recordingId} AND claimed_by = ${claimant}::uuid`;
    await tellChanged(client, [recordingId]);
  });
}

const longestReason = 300;

/** How long until the next try; null: none, unless somebody asks. */
export function judgeFailure(
  fault: TranscriberFault,
  attempts: number,
  ageMs: number,
  retryAfterMs: number | null,
): number | null {
  if (isFinal.has(fault) || ageMs > patienceMs) return null;
  if (fault === "rate-limited") return Math.min(retryAfterMs ?? 30 * second, hour);
  if (fault === "answer-unreadable" && attempts >= 2) return null;
  const waitMs = waitsMs[attempts - 1];
  return waitMs === undefined ? null : Math.max(waitMs, Math.min(retryAfterMs ?? 0, hour));
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const isFinal = new Set<TranscriberFault>([
  ...(["refused", "no-speech", "audio-missing", "too-many-versions"] as const),
]);
/** After the first try, the second, and so on; after all of these, none. */
const waitsMs = [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 3 * hour];
const mostAttempts = waitsMs.length + 1;
const patienceMs = 48 * hour;
