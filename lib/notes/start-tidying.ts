import "server-only";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { db } from "@/lib/platform/database/db";
import { toList } from "@/lib/platform/database/transaction";
import { collectNamed } from "@/lib/recordings/live/change-broadcaster";
import { addMarks } from "@/lib/recordings/marks/store-marks";
import { Prisma } from "@/prisma/client/client";
import { clearDeletedTags } from "./tag-store";

/**
 * Takes away, for the life of this process, what was said of calls that are no more: soon where a notice
 * names them, and all there is now and then; and deleted tags from the calls that still have them. Any
 * number of processes may do so at once.
 */
export function startTidyingNotes(): Loop {
  const { ids: named, stop: stopCollecting } = collectNamed();
  let after: string | null = "";
  let sweepsAtMs = 0;
  const steps = [
    newStep("notes of removed calls can't be looked for", async () => {
      const ids = [...named].slice(0, atOnce);
      if (ids.length > 0) await dropGone(ids);
      for (const id of ids) named.delete(id);
    }),
    newStep("notes can't be compared with the calls", async () => {
      if (performance.now() < sweepsAtMs) return;
      after = await dropOrphans(after ?? "", atOnce);
      if (after === null) sweepsAtMs = performance.now() + sweepEveryMs;
    }),
    newStep("deleted tags can't be taken from calls", () => clearDeletedTags(1)),
  ];
  const worker = runLoop({
    turn: async (signal) => {
      for (const step of steps) if (!signal.aborted) await step();
      return { ms: named.size > 0 || after !== null ? busyMs : restMs, isWhole: true };
    },
  });
  return {
    ...worker,
    stop: async () => {
      await worker.stop();
      await stopCollecting();
    },
  };
}

const atOnce = 500;
const busyMs = 250;
const restMs = 2_000;
const sweepEveryMs = 3_600_000;

/** Who listened and what the audit log says, too: their own rooms look for no calls that are gone. */
const tables = [
  ...["note", "note_version", "note_mention", "recording_tag", "review"],
  ...["heard", "listen", "audit_entry"],
].map((name) => Prisma.raw(name));

/** @returns where it ended; null: at the end */
export async function dropOrphans(after: string, most: number): Promise<string | null> {
  const slices = tables.map(
    (table) => Prisma.sql`
      (SELECT DISTINCT recording_id AS id FROM ${table} WHERE recording_id > ${after}
       ORDER BY 1 LIMIT ${most})`,
  );
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM (${Prisma.join(slices, " UNION ")}) AS slice ORDER BY id LIMIT ${most}`;
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await dropGone(ids);
    await addMissingMarks(ids);
  }
  return rows.length < most ? null : (ids.at(-1) ?? null);
}

/** Whatever was said of those among them that are no calls. */
async function dropGone(ids: string[]): Promise<void> {
  const rows = await db().recording.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const there = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !there.has(id));
  if (gone.length > 0) await dropSaid(gone);
}

async function dropSaid(gone: string[]): Promise<void> {
  for (const table of tables) {
    await db().$executeRaw`
      DELETE FROM ${table} AS said WHERE recording_id = ANY(${toList(gone)}::text[])
        AND NOT EXISTS (SELECT FROM recording WHERE recording.id = said.recording_id)`;
  }
}

/** A recording that went and came again has lost its marks, by which the list finds it. */
async function addMissingMarks(ids: string[]): Promise<void> {
  const of = Prisma.sql`recording_id = ANY(${toList(ids)}::text[])`;
  const missing = await db().$queryRaw<{ id: string; kind: string; value: string }[]>`
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
  for (const kind of new Set(missing.map((one) => one.kind))) {
    const marked = missing
      .filter((one) => one.kind === kind)
      .map(({ id, value }) => ({ recordingId: id, values: [value] }));
    await addMarks(db(), kind, marked);
  }
}
