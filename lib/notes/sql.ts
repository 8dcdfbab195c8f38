import "server-only";
import { db } from "@/lib/platform/database/db";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

/**
 * Whoever changes the notes of a call does so one after the other, so that each sees what the other one
 * wrote: the former texts, the room there is, and whether any note is left.
 */
export async function takeTurn(client: Transaction, recordingId: string): Promise<void> {
  await client.$queryRaw`SELECT id FROM recording WHERE id = ${recordingId} FOR NO KEY UPDATE`;
}

/** All notes of a call with the deleted ones, and the characters of the others together. */
export async function countNotes(
  client: Transaction,
  recordingId: string,
): Promise<{ notes: number; characters: number }> {
  const [kept = { notes: 0, characters: 0 }] = await client.$queryRaw<
    { notes: number; characters: number }[]
  >`
    SELECT count(*)::int AS notes,
      coalesce(sum(length(text)) FILTER (WHERE deleted_at IS NULL), 0)::int AS characters
    FROM note WHERE recording_id = ${recordingId}`;
  return kept;
}

/** Keys that no new tag can have: of tags, and of deleted ones that calls still have. */
export async function listTakenKeys(client: Transaction): Promise<Set<string>> {
  const taken = await client.$queryRaw<{ key: string }[]>`
    SELECT key FROM tag WHERE deleted_at IS NULL
      OR EXISTS (SELECT FROM recording_tag WHERE tag_key = tag.key AND is_on)`;
  return new Set(taken.map(({ key }) => key));
}

/** Whoever changes or deletes a tag does so one after the other. Undefined: there is none. */
export async function lockTag(
  client: Transaction,
  key: string,
): Promise<{ name: string; colour: string } | undefined> {
  const [tag] = await client.$queryRaw<{ name: string; colour: string }[]>`
    SELECT name, colour FROM tag WHERE key = ${key} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  return tag;
}

/** Whether there is such a tag. A deletion at the same moment waits, or is seen. */
export async function holdTag(client: Transaction, key: string): Promise<boolean> {
  const [tag] = await client.$queryRaw<unknown[]>`
    SELECT key FROM tag WHERE key = ${key} AND deleted_at IS NULL FOR SHARE`;
  return tag !== undefined;
}

/** Whether any of these calls has `most` tags or more, and not this one. */
export async function isAnyFull(
  client: Transaction,
  ids: readonly string[],
  key: string,
  most: number,
): Promise<boolean> {
  const full = await client.$queryRaw<unknown[]>`
    SELECT recording_id FROM recording_tag
    WHERE recording_id = ANY(${toList(ids)}::text[]) AND is_on
    GROUP BY recording_id
    HAVING count(*) >= ${most} AND NOT bool_or(tag_key = ${key}) LIMIT 1`;
  return full.length > 0;
}

/** Calls that still have deleted tags, and who deleted them. */
export async function listDeletedTagged(
  most: number,
): Promise<{ recordingId: string; key: string; by: string }[]> {
  return db().$queryRaw`
    SELECT recording_tag.recording_id AS "recordingId", tag_key AS key, tag.changed_by AS by
    FROM tag JOIN recording_tag ON tag_key = tag.key AND is_on
    WHERE tag.deleted_at IS NOT NULL LIMIT ${most}`;
}

/** Marks that calls should have by what was said of them, and don't. */
export async function listMissingMarks(
  ids: readonly string[],
): Promise<{ id: string; kind: string; value: string }[]> {
  const of = Prisma.sql`recording_id = ANY(${toList(ids)}::text[])`;
  return db().$queryRaw`
    SELECT told.recording_id AS id, kind, value FROM (
      SELECT recording_id, 'tag' AS kind, tag_key AS value
        FROM recording_tag JOIN tag ON tag.key = tag_key
        WHERE ${of} AND is_on AND tag.deleted_at IS NULL
      UNION SELECT recording_id, 'review', state::text FROM review
        WHERE ${of} AND is_current AND state IS NOT NULL
      UNION SELECT recording_id, 'notes', 'true' FROM note WHERE ${of} AND deleted_at IS NULL
      UNION SELECT recording_id, 'mentioned', user_id FROM note_mention WHERE ${of}) AS told
    WHERE NOT EXISTS (SELECT FROM call_mark
      WHERE call_mark.recording_id = told.recording_id AND mark = kind || ':' || value)`;
}
