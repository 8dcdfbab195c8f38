import "server-only";
import { db } from "@/lib/platform/database/db";
import { type Database, type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

/** The values that a recording has of a kind of marks. */
export type Marked = { recordingId: string; values: readonly string[] };

/**
 * Makes these the marks of a kind that these recordings have, in the transaction of what they tell of;
 * no recording may be named twice. Idempotent. One that the ledger doesn't know gets none.
 */
export async function setMarks(
  client: Transaction,
  kind: string,
  marked: readonly Marked[],
): Promise<void> {
  if (marked.length === 0) return;
  const { ids, marks } = toLists(kind, marked);
  await client.$executeRaw`
    DELETE FROM call_mark
    WHERE recording_id = ANY(${toList(marked.map(({ recordingId }) => recordingId))}::text[])
      AND ${ofKind(kind)}
      AND (recording_id, mark) NOT IN (SELECT * FROM unnest(${ids}::text[], ${marks}::text[]))`;
  await addMarks(client, kind, marked);
}

/** Adds marks to those that recordings have. Idempotent; one that the ledger doesn't know gets none. */
export async function addMarks(
  client: Database,
  kind: string,
  marked: readonly Marked[],
): Promise<void> {
  if (marked.every(({ values }) => values.length === 0)) return;
  const { ids, marks } = toLists(kind, marked);
  await client.$executeRaw`
    INSERT INTO call_mark (recording_id, mark, created_at)
    SELECT DISTINCT recording.id, given.mark, recording.created_at
    FROM unnest(${ids}::text[], ${marks}::text[]) AS given (id, mark)
    JOIN recording ON recording.id = given.id
    ORDER BY 1, 2
    ON CONFLICT (recording_id, mark) DO NOTHING`;
}

/** Takes marks away from recordings, those that have them. Idempotent. */
export async function removeMarks(
  client: Transaction,
  kind: string,
  marked: readonly Marked[],
): Promise<void> {
  if (marked.every(({ values }) => values.length === 0)) return;
  const { ids, marks } = toLists(kind, marked);
  await client.$executeRaw`
    DELETE FROM call_mark USING unnest(${ids}::text[], ${marks}::text[]) AS given (id, mark)
    WHERE call_mark.recording_id = given.id AND call_mark.mark = given.mark`;
}

/** The marks of these recordings, by id and kind. */
export async function readMarks(
  ids: readonly string[],
): Promise<Map<string, Map<string, string[]>>> {
  const marks = new Map<string, Map<string, string[]>>();
  if (ids.length === 0) return marks;
  const rows = await db().$queryRaw<{ recording_id: string; mark: string }[]>`
    SELECT recording_id, mark FROM call_mark WHERE recording_id = ANY(${toList(ids)}::text[])`;
  for (const { recording_id: id, mark } of rows) {
    const colon = mark.indexOf(":");
    const kind = mark.slice(0, colon);
    const ofCall = marks.get(id) ?? new Map<string, string[]>();
    marks.set(id, ofCall.set(kind, [...(ofCall.get(kind) ?? []), mark.slice(colon + 1)]));
  }
  return marks;
}

/** For the ledger: marks stand in the order of the list, so they follow the time of these recordings. */
export async function moveMarks(client: Database, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return client.$executeRaw`
    UPDATE call_mark SET created_at = recording.created_at FROM recording
    WHERE recording.id = call_mark.recording_id AND recording.id = ANY(${toList(ids)}::text[])
      AND call_mark.created_at <> recording.created_at`;
}

/**
 * Looks at the marks of up to `most` recordings, from one id on, and mends what a mark that was set
 * while its recording changed or went, or the version before, has left: its time, or all of it.
 * @returns the last id that it looked at; null: there is none behind it
 */
export async function mendMarks(
  client: Database,
  afterId: string,
  most: number,
): Promise<string | null> {
  const rows = await client.$queryRaw<{ id: string; is_gone: boolean; is_moved: boolean | null }[]>`
    SELECT slice.id, recording.id IS NULL AS is_gone, slice.first <> recording.created_at
      OR slice.last <> recording.created_at AS is_moved
    FROM (SELECT recording_id AS id, min(created_at) AS first, max(created_at) AS last
      FROM call_mark WHERE recording_id > ${afterId}
      GROUP BY recording_id ORDER BY recording_id LIMIT ${most}) AS slice
    LEFT JOIN recording ON recording.id = slice.id ORDER BY slice.id`;
  await moveMarks(
    client,
    rows.flatMap(({ id, is_moved }) => (is_moved ? [id] : [])),
  );
  const gone = rows.flatMap(({ id, is_gone }) => (is_gone ? [id] : []));
  if (gone.length > 0) {
    await client.$executeRaw`
      DELETE FROM call_mark WHERE recording_id = ANY(${toList(gone)}::text[])
        AND NOT EXISTS (SELECT FROM recording WHERE recording.id = call_mark.recording_id)`;
  }
  return rows.length < most ? null : (rows.at(-1)?.id ?? null);
}

function toLists(kind: string, marked: readonly Marked[]): { ids: string; marks: string } {
  const pairs = marked.flatMap(({ recordingId, values }) =>
    values.map((value) => ({ id: recordingId, mark: `${kind}:${value}` })),
  );
  return { ids: toList(pairs.map(({ id }) => id)), marks: toList(pairs.map(({ mark }) => mark)) };
}

/** Marks are compared by their bytes, and ';' comes right after ':'. */
function ofKind(kind: string): Prisma.Sql {
  return Prisma.sql`mark >= ${`${kind}:`} AND mark < ${`${kind};`}`;
}
