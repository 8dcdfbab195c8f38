import "server-only";
import { updateHeardMarks } from "@/lib/heard/store";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import { markSounds } from "../checks/mark-sounds";
import { addUsage, listUnclaimed, lockUsage } from "../quota/usage";
import { parseUrl } from "../source/fetch-attachment";

/** Which recordings are looked at: named ones, or a slice by when they first came. */
export type Looked = { ids: string[] } | { afterSeq: bigint; most: number };

/**
 * Gives recordings whose address is not known here, or is another one by now, a row that waits; a file
 * that was kept of the same address before is taken up again. Rows of recordings that are no more, or
 * name no address, go. Idempotent, and never in the way of whoever stores recordings.
 * @returns where the slice ended, null when it was the last one; whom it held; and how many rows wait anew
 */
export async function queueSounds(
  looked: Looked,
): Promise<{ endSeq: bigint | null; ids: string[]; queued: number }> {
  const slice = await listLooked(looked);
  const wanted = slice.filter(({ attachment, known }) => attachment && attachment !== known);
  if (wanted.length > 0) await insertWaiting(wanted);
  const left = slice.filter(({ attachment, known }) => attachment === "" && known !== null);
  if (left.length > 0) await dropRows(left.map(({ id }) => id));
  const done = new Set([...wanted, ...left]);
  const astray = slice.filter((row) => row.mark !== row.marked && !done.has(row));
  if (astray.length > 0) {
    await db().$transaction((client) =>
      markSounds(
        client,
        astray.map(({ id }) => id),
      ),
    );
  }
  if ("ids" in looked) {
    const there = new Set(slice.map(({ id }) => id));
    const gone = looked.ids.filter((id) => !there.has(id));
    if (gone.length > 0) await dropGone(gone);
    return { endSeq: null, ids: [...there], queued: wanted.length };
  }
  const isLast = slice.length < looked.most;
  const endSeq = isLast ? null : (slice.at(-1)?.seq ?? null);
  return { endSeq, ids: slice.map(({ id }) => id), queued: wanted.length };
}

/** The newest arrival of a first delivery; what comes later lies above it. */
export async function getNewestFirstSeq(): Promise<bigint> {
  const { _max } = await db().recording.aggregate({ _max: { firstSeq: true } });
  return _max.firstSeq ?? 0n;
}

/**
 * Forgets the sound of recordings that are no more, from one id on.
 * @returns where it ended; null: at the end
 */
export async function dropOrphans(afterId: string, most: number): Promise<string | null> {
  const rows = await db().$queryRaw<{ id: string; is_gone: boolean }[]>`
    SELECT slice.id, NOT EXISTS (SELECT FROM recording WHERE recording.id = slice.id) AS is_gone
    FROM (
      (SELECT recording_id AS id FROM sound WHERE recording_id > ${afterId} ORDER BY 1 LIMIT ${most})
      UNION
      (SELECT recording_id FROM sound_file WHERE recording_id > ${afterId} ORDER BY 1 LIMIT ${most})
      UNION
      (SELECT recording_id FROM sound_protection WHERE recording_id > ${afterId}
       ORDER BY 1 LIMIT ${most})
      ORDER BY id LIMIT ${most}) AS slice
    ORDER BY slice.id`;
  const gone = rows.filter(({ is_gone }) => is_gone).map(({ id }) => id);
  if (gone.length > 0) await dropGone(gone);
  return rows.length < most ? null : (rows.at(-1)?.id ?? null);
}

/** Which of these hashes a recording has a file of. */
export async function listClaimed(hashes: Buffer[]): Promise<Buffer[]> {
  const rows = await db().$queryRaw<{ sha256: Uint8Array }[]>`
    SELECT DISTINCT sha256 FROM sound_file
    WHERE sha256 = ANY(${hashes.map((hash) => new Uint8Array(hash))}::bytea[])`;
  return rows.map(({ sha256 }) => Buffer.from(sha256));
}

type LookedRow = {
  id: string;
  seq: bigint;
  attachment: string;
  known: string | null;
  /** The marks that it ought to have, and those that it has; the version before wrote none. */
  mark: string;
  marked: string;
};

function listLooked(looked: Looked): Promise<LookedRow[]> {
  const [where, order] =
    "ids" in looked
      ? [Prisma.sql`recording.id = ANY(${looked.ids}::text[])`, Prisma.empty]
      : [
          Prisma.sql`first_seq > ${looked.afterSeq}`,
          Prisma.sql`ORDER BY first_seq LIMIT ${looked.most}`,
        ];
  return db().$queryRaw<LookedRow[]>`
    SELECT recording.id, first_seq AS seq, recording_attachment AS attachment,
      sound.attachment AS known, concat_ws(' ', 'audio:' || sound.state,
        CASE WHEN protection.recording_id IS NOT NULL THEN 'protected:true' END) AS mark,
      coalesce((SELECT string_agg(mark, ' ' ORDER BY mark) FROM call_mark
        WHERE call_mark.recording_id = recording.id
          AND (mark >= 'audio:' AND mark < 'audio;' OR mark = 'protected:true')), '') AS marked
    FROM recording LEFT JOIN sound ON sound.recording_id = recording.id
    LEFT JOIN sound_protection AS protection ON protection.recording_id = recording.id
    WHERE ${where} ${order}`;
}

/** Only where the recording still names what was read. */
async function insertWaiting(wanted: LookedRow[]): Promise<void> {
  const ids = wanted.map(({ id }) => id);
  const attachments = wanted.map(({ attachment }) => attachment);
  const hosts = attachments.map(toHost);
  await db().$transaction(async (client) => {
    await client.$executeRaw`
      INSERT INTO sound AS known
        (recording_id, attachment, host, told_at, state, since, next_try_at, sha256)
      SELECT recording.id, wanted.attachment, wanted.host, recording.changed_at,
        CASE WHEN file.sha256 IS NULL THEN 'waiting' ELSE 'kept' END::sound_state, now(),
        CASE WHEN file.sha256 IS NULL THEN now() END, file.sha256
      FROM unnest(${ids}::text[], ${attachments}::text[], ${hosts}::text[])
        AS wanted(id, attachment, host)
      JOIN recording ON recording.id = wanted.id
        AND recording.recording_attachment = wanted.attachment
      LEFT JOIN (
        SELECT DISTINCT ON (recording_id, attachment) recording_id, attachment, sha256 FROM sound_file
        WHERE recording_id = ANY(${ids}::text[]) AND proof_fault IS NULL
        ORDER BY recording_id, attachment, kept_at DESC) AS file
        ON file.recording_id = wanted.id AND file.attachment = wanted.attachment
      ORDER BY recording.id
      ON CONFLICT (recording_id) DO UPDATE SET
        attachment = excluded.attachment, host = excluded.host, told_at = excluded.told_at,
        state = excluded.state, since = excluded.since, next_try_at = excluded.next_try_at,
        sha256 = excluded.sha256, attempts = 0, fault = NULL, tried_at = NULL,
        claimed_by = NULL, claimed_until = NULL, source_checked_at = NULL, source_gone_at = NULL
      WHERE known.attachment <> excluded.attachment`;
    await markSounds(client, ids);
  });
  // Another file may be of another length.
  await updateHeardMarks(ids);
}

async function dropRows(ids: string[]): Promise<void> {
  await db().$transaction(async (client) => {
    await client.$executeRaw`
      DELETE FROM sound USING recording WHERE recording.id = sound.recording_id
        AND recording.recording_attachment = '' AND recording.id = ANY(${ids}::text[])`;
    await markSounds(client, ids);
  });
}

/** Their files go from the disk when nobody claims them. */
async function dropGone(ids: string[]): Promise<void> {
  await db().$transaction(async (client) => {
    await lockUsage(client);
    const dropped = await client.$queryRaw<{ sha256: Uint8Array; bytes: bigint }[]>`
      DELETE FROM sound_file AS known WHERE ${ofGone(ids)} RETURNING sha256, bytes`;
    const files = dropped.length > 0 ? await listUnclaimed(client, dropped) : [];
    const bytes = files.reduce((sum, file) => sum + Number(file.bytes), 0);
    await addUsage(client, { files: -files.length, bytes: -bytes });
    for (const table of ["sound", "sound_protection"]) {
      await client.$executeRaw`DELETE FROM ${Prisma.raw(table)} AS known WHERE ${ofGone(ids)}`;
    }
    await client.$executeRaw`
      DELETE FROM sound_removal AS known WHERE is_pending IS NULL AND ${ofGone(ids)}`;
  });
}

function ofGone(ids: string[]): Prisma.Sql {
  return Prisma.sql`known.recording_id = ANY(${ids}::text[])
    AND NOT EXISTS (SELECT FROM recording WHERE recording.id = known.recording_id)`;
}

/** Short enough for an index; what is no URL fails by itself. */
function toHost(attachment: string): string {
  return parseUrl(attachment)?.host.slice(0, 300) ?? "";
}
