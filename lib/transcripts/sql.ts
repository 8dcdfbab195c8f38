import "server-only";
import { newLease } from "@/lib/ops/lease-sql";
import { db } from "@/lib/platform/database/db";
import { type Database, type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import type { TranscriberFault } from "./views";

/** A recording that this process alone transcribes, until a minute after its last sign of life. */
export type ClaimedJob = {
  recordingId: string;
  requestedBy: string | null;
  requestedAt: Date;
  /** This one counted. */
  attempts: number;
};

const lease = newLease({
  table: "transcript_job",
  holder: "claimed_by",
  until: "claimed_until",
  lasts: "1 minute",
});

export type Asking = {
  /** Null: Earshot itself. */
  by: string | null;
  /** Of those that have a transcript, too, or had one that was taken away. */
  anew: boolean;
};

/** @returns those of which it wasn't asked for before */
export async function insertJobs(
  client: Transaction,
  ids: readonly string[],
  { by, anew }: Asking,
): Promise<string[]> {
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
      fault = NULL, reason = '', ${lease.givenUp}
      WHERE job.state = 'none' OR (${by !== null} AND job.state <> 'waiting')
    RETURNING recording_id`;
  return rows.map(({ recording_id }) => recording_id);
}

export async function clearJob(client: Transaction, recordingId: string): Promise<void> {
  await client.$executeRaw`
    UPDATE transcript_job SET state = 'none', since = now(), fault = NULL, reason = '',
      next_try_at = NULL, ${lease.givenUp}
    WHERE recording_id = ${recordingId} AND state IN ('waiting', 'failed')`;
}

/** Up to `most` jobs that are due; those asked for last come first, so that none waits behind a list. */
export async function claimDueJobs(
  claimant: string,
  most: number,
  except: readonly string[],
): Promise<ClaimedJob[]> {
  await lease.shorten(db(), Prisma.sql`next_try_at <= now()`);
  return db().$queryRaw<ClaimedJob[]>`
    UPDATE transcript_job AS job SET ${lease.taken(claimant)}, attempts = job.attempts + 1
    FROM (SELECT recording_id FROM transcript_job
          WHERE next_try_at <= now() AND ${lease.isFree}
            AND recording_id <> ALL(${toList(except)}::text[])
          ORDER BY next_try_at DESC LIMIT ${most} FOR UPDATE SKIP LOCKED) AS next
    WHERE job.recording_id = next.recording_id
    RETURNING job.recording_id AS "recordingId", requested_by AS "requestedBy",
      requested_at AS "requestedAt", job.attempts`;
}

export async function findWornOut(mostAttempts: number): Promise<string[]> {
  const found = await db().$queryRaw<{ recording_id: string }[]>`
    SELECT recording_id FROM transcript_job WHERE ${isWornOut(mostAttempts)}
    ORDER BY recording_id LIMIT 100`;
  return found.map(({ recording_id }) => recording_id);
}

/** @returns those that were still worn out */
export async function failWornOut(
  client: Transaction,
  ids: readonly string[],
  mostAttempts: number,
): Promise<string[]> {
  const rows = await client.$queryRaw<{ recording_id: string }[]>`
    UPDATE transcript_job AS job SET state = 'failed', since = now(), next_try_at = NULL,
      ${lease.givenUp}
    FROM (SELECT recording_id FROM transcript_job
          WHERE recording_id = ANY(${toList(ids)}::text[]) AND ${isWornOut(mostAttempts)}
          ORDER BY recording_id FOR UPDATE SKIP LOCKED) AS worn
    WHERE job.recording_id = worn.recording_id
    RETURNING job.recording_id`;
  return rows.map(({ recording_id }) => recording_id);
}

function isWornOut(mostAttempts: number): Prisma.Sql {
  return Prisma.sql`next_try_at <= now() AND attempts >= ${mostAttempts} AND ${lease.isFree}`;
}

/** Keeps what is being transcribed for another while. @throws {LostLease} */
export async function renewJob(claimant: string, recordingId: string): Promise<void> {
  await lease.renew(db(), claimant, Prisma.sql`recording_id = ${recordingId}`);
}

/** Leaves what was not finished to whoever comes next, at once, as if it had not been tried. */
export async function releaseJobs(claimant: string): Promise<void> {
  const untried = Prisma.sql`, attempts = greatest(attempts - 1, 0)`;
  await lease.giveUp(db(), claimant, Prisma.sql`true`, untried);
}

type FailedTry = {
  recordingId: string;
  fault: TranscriberFault;
  reason: string;
  /** Null: it is tried no more. */
  nextTryAt: Date | null;
};

export async function updateFailedJob(
  client: Transaction,
  claimant: string,
  { recordingId, fault, reason, nextTryAt }: FailedTry,
): Promise<void> {
  await client.$executeRaw`
    UPDATE transcript_job SET ${lease.givenUp}, next_try_at = ${nextTryAt},
      state = ${nextTryAt === null ? "failed" : "waiting"}::transcript_job_state,
      since = CASE WHEN ${nextTryAt === null} THEN now() ELSE since END,
      attempts = attempts - ${fault === "rate-limited" ? 1 : 0},
      fault = ${fault}, reason = ${reason}
    WHERE recording_id = ${recordingId} AND ${lease.isHeldBy(claimant)}`;
}

/** Changes of one recording follow one another. @returns who works on its job; null: there is no such call */
export async function takeTurn(
  client: Transaction,
  recordingId: string,
): Promise<{ claimedBy: string | null } | null> {
  const [job] = await client.$queryRaw<{ claimedBy: string | null }[]>`
    INSERT INTO transcript_job (recording_id, state, since)
    SELECT id, 'none', now() FROM recording WHERE id = ${recordingId}
    ON CONFLICT (recording_id) DO UPDATE SET recording_id = EXCLUDED.recording_id
    RETURNING claimed_by::text AS "claimedBy"`;
  return job ?? null;
}

/** By their ids, whether there is a transcript of recordings, and whether one is waited for in vain. */
export async function readStates(
  client: Database,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await client.$queryRaw<{ id: string; states: string[] }[]>`
    SELECT id, array_agg(state) AS states FROM (
      SELECT recording_id AS id, 'kept' AS state FROM transcript
        WHERE recording_id = ANY(${toList(ids)}::text[]) AND is_current
      UNION ALL SELECT recording_id, state::text FROM transcript_job
        WHERE recording_id = ANY(${toList(ids)}::text[]) AND state IN ('waiting', 'failed')) AS told
    GROUP BY id`;
  return new Map(rows.map(({ id, states }) => [id, states]));
}

/** What a search looks through in place of what it was before. */
export async function upsertSearch(
  client: Transaction,
  { recordingId, text, signs }: { recordingId: string; text: string; signs: string[] },
): Promise<void> {
  await client.$executeRaw`
    INSERT INTO transcript_search (recording_id, created_at, search_text, signs)
    SELECT id, created_at, ${text}, ${signs}::text[] FROM recording WHERE id = ${recordingId}
    ON CONFLICT (recording_id) DO UPDATE SET created_at = EXCLUDED.created_at,
      search_text = EXCLUDED.search_text, signs = EXCLUDED.signs`;
}

/** Those with audio, without a transcript, and not waiting for one. */
export async function filterUntranscribed(
  ids: readonly string[],
): Promise<{ id: string; durationMs: number | null }[]> {
  return db().$queryRaw`
    SELECT sound.recording_id AS id, duration_ms AS "durationMs" FROM sound
    JOIN sound_file AS file ON file.recording_id = sound.recording_id
      AND file.sha256 = sound.sha256
    WHERE sound.recording_id = ANY(${toList(ids)}::text[])
      AND NOT EXISTS (SELECT FROM transcript
        WHERE transcript.recording_id = sound.recording_id)
      AND NOT EXISTS (SELECT FROM transcript_job AS job
        WHERE job.recording_id = sound.recording_id AND job.state = 'waiting')`;
}

/** The cues of a version; null: there is none, or their JSON is longer than `mostLength`. */
export async function readCues(
  recordingId: string,
  id: string,
  mostLength: number,
): Promise<unknown> {
  const [row] = await db().$queryRaw<{ cues: unknown }[]>`
    SELECT CASE WHEN length(cues::text) <= ${mostLength}::int THEN cues END AS cues FROM transcript
    WHERE recording_id = ${recordingId} AND id = ${id}::uuid`;
  return row?.cues ?? null;
}

/** Audio that was measured since, of which nobody asked for a transcript yet; the first ones first. */
export async function listArrived(
  since: Date,
  most: number,
): Promise<{ recordingId: string; measuredAt: Date }[]> {
  return db().$queryRaw`
    SELECT recording_id AS "recordingId", measured_at AS "measuredAt" FROM sound_file
    WHERE measured_at > ${since} AND NOT EXISTS (SELECT FROM transcript_job
      WHERE transcript_job.recording_id = sound_file.recording_id)
    ORDER BY measured_at LIMIT ${most}`;
}

/** The search of these follows the time of their recordings. */
export async function followCreation(ids: readonly string[]): Promise<void> {
  await db().$executeRaw`
    UPDATE transcript_search AS said SET created_at = recording.created_at FROM recording
    WHERE recording.id = said.recording_id AND said.recording_id = ANY(${toList(ids)}::text[])
      AND said.created_at <> recording.created_at`;
}
