import "server-only";
import { db, pagePool, transact } from "@/lib/platform/database/db";
import { inTransaction, type Transaction } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

type Hash = Uint8Array<ArrayBuffer>;

/** Its instant as the database writes it, which knows microseconds. */
type DueFile = { sha256: Hash; bytes: bigint; proved_at: string };

/**
 * Files that were not read for so many days, those for longest first. What is known to be missing or
 * changed waits for another file in its place.
 */
export function listDueFiles(days: number, after: DueFile | null, most: number) {
  const beyond = after
    ? Prisma.sql`(proved_at, sha256) > (${after.proved_at}::timestamptz, ${after.sha256})`
    : Prisma.sql`true`;
  return db().$queryRaw<DueFile[]>`
    SELECT sha256, max(bytes) AS bytes, proved_at::text FROM (
      SELECT sha256, bytes, proved_at FROM sound_file AS file
      WHERE proved_at <= now() - ${days} * interval '1 day' AND proof_fault IS NULL
        AND ${beyond}
      ORDER BY file.proved_at, sha256 LIMIT ${most}) AS due
    GROUP BY due.proved_at, sha256 ORDER BY due.proved_at, sha256`;
}

export type DueSound = {
  recording_id: string;
  /** As the database writes it, which knows microseconds. */
  asked_at: string | null;
  attachment: string;
  host: string;
  source_gone_at: Date | null;
};

const dueColumns = Prisma.sql`
  recording_id, source_checked_at::text AS asked_at, attachment, host, source_gone_at`;

/** Kept sounds whose source nobody has asked for them yet. */
export function listNeverAsked(last: DueSound | undefined, most: number): Promise<DueSound[]> {
  return db().$queryRaw<DueSound[]>`
    SELECT ${dueColumns} FROM sound WHERE state = 'kept' AND source_checked_at IS NULL
      AND since <= now() - interval '1 day' AND recording_id > ${last?.recording_id ?? ""}
    ORDER BY recording_id LIMIT ${most}`;
}

/** Kept sounds whose source was asked so many days ago, the longest ago first. */
export function listAskedLongAgo(
  days: number,
  last: DueSound | undefined,
  most: number,
): Promise<DueSound[]> {
  const beyond = last
    ? Prisma.sql`(source_checked_at, recording_id) > (${last.asked_at}::timestamptz, ${last.recording_id})`
    : Prisma.sql`true`;
  return db().$queryRaw<DueSound[]>`
    SELECT ${dueColumns} FROM sound WHERE state = 'kept' AND ${beyond}
      AND source_checked_at <= now() - ${days} * interval '1 day'
    ORDER BY source_checked_at, recording_id LIMIT ${most}`;
}

/** Notes what a source has said, unless the recording has named another address meanwhile. @returns whether it did */
export async function updateSource(
  { recording_id: recordingId, attachment }: DueSound,
  answer: "there" | "gone" | "unclear",
): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE sound SET source_checked_at = now(),
      source_gone_at = CASE WHEN ${answer === "gone"} THEN coalesce(source_gone_at, now())
        WHEN ${answer === "unclear"} THEN source_gone_at END
    WHERE recording_id = ${recordingId} AND attachment = ${attachment} AND state = 'kept'`;
  return count > 0;
}

/**
 * Notes what the database's clock says, and that nothing is to be removed for `holdBackHours` if it has
 * moved on by more than `mostBetweenDays` since it was noted last.
 * @returns whether that is so, now or since not long ago
 */
export async function updateClock(
  mostBetweenDays: number,
  holdBackHours: number,
): Promise<boolean> {
  const [noted] = await db().$queryRaw<{ is_held_back: boolean }[]>`
    WITH seen AS (
      SELECT coalesce(clock.finished_at, run.finished_at) AS at, clock.claimed_until AS held_until
      FROM (SELECT) AS always
      LEFT JOIN upkeep AS clock ON clock.task = 'audio-clock'
      LEFT JOIN upkeep AS run ON run.task = 'audio-retention')
    INSERT INTO upkeep (task, finished_at, claimed_until)
    SELECT 'audio-clock', now(), CASE
      WHEN seen.at < now() - ${mostBetweenDays} * interval '1 day'
        THEN now() + ${holdBackHours} * interval '1 hour'
      -- One that was noted while the clock was wrong is over when it is right again.
      WHEN held_until > now() AND held_until <= now() + (${holdBackHours} + 1) * interval '1 hour'
        THEN held_until END
    FROM seen
    ON CONFLICT (task) DO UPDATE
      SET finished_at = excluded.finished_at, claimed_until = excluded.claimed_until
    RETURNING claimed_until IS NOT NULL AS is_held_back`;
  return noted?.is_held_back ?? true;
}

/** Of a file, as `file`: that no retention may remove it. */
const isProtected = Prisma.sql`EXISTS (
  SELECT FROM sound_protection WHERE sound_protection.recording_id = file.recording_id)`;

/** Its instant as the database writes it, which knows microseconds. */
export type KeptPlace = { recording_id: string; sha256: Hash; kept_at: string };

/** Files that were kept before an instant and may be removed, the longest kept first. */
export function listOldFiles(cutoff: Date, after: KeptPlace | null, most: number) {
  const beyond = after
    ? Prisma.sql`(kept_at, recording_id, sha256) >
        (${after.kept_at}::timestamptz, ${after.recording_id}, ${after.sha256})`
    : Prisma.sql`true`;
  return db().$queryRaw<KeptPlace[]>`
    SELECT recording_id, sha256, kept_at::text FROM sound_file AS file
    WHERE kept_at <= ${cutoff} AND ${beyond} AND NOT ${isProtected}
    ORDER BY file.kept_at, recording_id, sha256 LIMIT ${most}`;
}

export type RemovedFile = { recordingId: string; sha256: Hash; bytes: bigint; keptAt: Date };

/** Takes the rows of files, only of those that nobody has protected or kept anew since. */
export function takeFiles(client: Transaction, files: KeptPlace[]): Promise<RemovedFile[]> {
  return client.$queryRaw<RemovedFile[]>`
    DELETE FROM sound_file AS file
    USING unnest(${files.map((one) => one.recording_id)}::text[],
      ${files.map((one) => one.sha256)}::bytea[], ${files.map((one) => one.kept_at)}::text[])
      AS old (id, sha256, kept_at)
    WHERE file.recording_id = old.id AND file.sha256 = old.sha256 AND file.kept_at = old.kept_at::timestamptz
      AND NOT ${isProtected}
    RETURNING file.recording_id AS "recordingId", file.sha256, file.bytes, file.kept_at AS "keptAt"`;
}

/** Lets the sounds that these files were be removed ones. */
export async function updateRemoved(
  client: Transaction,
  files: RemovedFile[],
  { now, fault }: { now: Date; fault: string },
): Promise<void> {
  await client.$executeRaw`
    UPDATE sound SET state = 'removed', since = ${now}, fault = ${fault}, sha256 = NULL,
      attempts = 0, next_try_at = NULL, source_checked_at = NULL, source_gone_at = NULL
    FROM unnest(${files.map((row) => row.recordingId)}::text[],
      ${files.map((row) => row.sha256)}::bytea[]) AS gone (id, sha256)
    WHERE sound.recording_id = gone.id AND sound.sha256 = gone.sha256`;
}

/** The hashes of removed files behind one that may be in their store still, at most so many. */
export async function listPending(after: Hash, most: number): Promise<Hash[]> {
  const rows = await db().$queryRaw<{ sha256: Hash }[]>`
    SELECT DISTINCT sha256 FROM sound_removal WHERE is_pending AND sha256 > ${after}
    ORDER BY 1 LIMIT ${most}`;
  return rows.map(({ sha256 }) => sha256);
}

type RemovalRow = {
  isMore: boolean;
  calls: number;
  protectedCalls: number;
  oldestAt: Date | null;
  files: number;
  bytes: number;
};

/**
 * What would go that was kept before an instant: along an index that holds all that it needs, no further
 * than to the bound, as of one moment.
 * @throws when it takes longer than `timeoutMs`
 */
export async function sumOldFiles(
  cutoff: Date,
  { most, timeoutMs }: { most: number; timeoutMs: number },
): Promise<RemovalRow> {
  const [row] = await inTransaction(
    pagePool(),
    async (client) => {
      await client.$executeRaw`SELECT set_config('statement_timeout', ${`${timeoutMs}`}, true)`;
      return client.$queryRaw<RemovalRow[]>`
        WITH old AS MATERIALIZED (
          SELECT file.recording_id, sha256, bytes, kept_at,
            protection.recording_id IS NOT NULL AS is_protected
          FROM (SELECT recording_id, sha256, bytes, kept_at FROM sound_file
            WHERE kept_at <= ${cutoff} ORDER BY kept_at LIMIT ${most + 1}) AS file
          LEFT JOIN sound_protection AS protection
            ON protection.recording_id = file.recording_id),
        freed AS (
          SELECT max(bytes) AS bytes FROM old WHERE NOT is_protected GROUP BY sha256
          HAVING count(*) = (SELECT count(*) FROM sound_file WHERE sound_file.sha256 = old.sha256))
        SELECT count(*) > ${most} AS "isMore",
          (count(DISTINCT recording_id) FILTER (WHERE NOT is_protected))::int AS calls,
          (count(DISTINCT recording_id) FILTER (WHERE is_protected))::int AS "protectedCalls",
          min(kept_at) FILTER (WHERE NOT is_protected) AS "oldestAt",
          (SELECT count(*)::int FROM freed) AS files,
          (SELECT coalesce(sum(bytes), 0)::float8 FROM freed) AS bytes
        FROM old`;
    },
    "REPEATABLE READ READ ONLY",
  );
  if (!row) throw new Error("a sum has a row");
  return row;
}

/** How many calls have one of these marks, along the marks' index, no further than to the bound. */
export async function countMarked(marks: string[], most: number): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM call_mark WHERE mark = ANY(${marks}::text[]) LIMIT ${most}) AS listed`;
  return row?.count ?? 0;
}

/** What retention has removed in the last 30 days, up to a bound. */
export async function sumRemoved(most: number): Promise<{ files: number; bytes: number }> {
  const [row] = await db().$queryRaw<{ files: number; bytes: number }[]>`
    SELECT count(*)::int AS files, coalesce(sum(bytes), 0)::float8 AS bytes FROM (
      SELECT bytes FROM sound_removal WHERE removed_at > now() - interval '30 days'
      LIMIT ${most}) AS listed`;
  return row ?? { files: 0, bytes: 0 };
}

/** What is kept, each file once, however many recordings have it. */
export type Usage = { files: number; bytes: number };

/**
 * Lets nobody else add, remove or protect a file until the transaction ends. For whoever does so, before
 * anything else.
 */
export async function lockUsage(client: Transaction): Promise<void> {
  await client.$executeRaw`
    INSERT INTO sound_usage (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET files = sound_usage.files`;
}

/** Adds files, or removes some where the figures are negative; see `lockUsage`. */
export async function addUsage(client: Transaction, { files, bytes }: Usage): Promise<void> {
  if (files === 0) return;
  await client.soundUsage.updateMany({
    where: { id: 1 },
    data: { files: { increment: files }, bytes: { increment: bytes } },
  });
}

/**
 * Compares what was added up with a count of one moment, and mends it: the version before adds nothing
 * up. Waits for nobody. @returns by how many bytes it was wrong
 */
export async function countUsage(): Promise<number> {
  await transact(lockUsage);
  const [row] = await db().$queryRaw<{ files: bigint; bytes: bigint }[]>`
    SELECT count(*) - (SELECT files FROM sound_usage WHERE id = 1) AS files,
      coalesce(sum(bytes), 0)::bigint - (SELECT bytes FROM sound_usage WHERE id = 1) AS bytes
    FROM (SELECT sha256, max(bytes) AS bytes FROM sound_file GROUP BY sha256) AS file`;
  const { files = 0n, bytes = 0n } = row ?? {};
  await db().$executeRaw`
    UPDATE sound_usage SET files = files + ${files}, bytes = bytes + ${bytes}, counted_at = now()
    WHERE id = 1`;
  return Number(bytes);
}

/** What stood in the way of the quota, as it was noted, and whether nothing is to be fetched for now. */
export async function findQuotaRest(): Promise<{ seen: string | null; isResting: boolean }> {
  const [row] = await db().$queryRaw<{ fault: string | null; is_resting: boolean }[]>`
    SELECT fault, coalesce(claimed_until > now(), false) AS is_resting FROM upkeep
    WHERE task = 'audio-quota'`;
  return { seen: row?.fault ?? null, isResting: row?.is_resting ?? false };
}

/** Begins a rest, unless one goes on that saw the same. */
export async function beginQuotaRest(seconds: number, seen: string): Promise<void> {
  await db().$executeRaw`
    INSERT INTO upkeep AS kept (task, claimed_until, fault)
    VALUES ('audio-quota', now() + ${seconds} * interval '1 second', ${seen})
    ON CONFLICT (task) DO UPDATE SET claimed_until = excluded.claimed_until, fault = excluded.fault
    WHERE kept.claimed_until <= now() OR kept.fault IS DISTINCT FROM excluded.fault`;
}
