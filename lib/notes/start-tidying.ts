import "server-only";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { db } from "@/lib/platform/database/db";
import { collectNamed } from "@/lib/recordings/live/changes";
import { addMarks } from "@/lib/recordings/sql/marks";
import { deleteSaid, listMissingMarks, listSaidAfter } from "./sql";
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

/** @returns where it ended; null: at the end */
export async function dropOrphans(after: string, most: number): Promise<string | null> {
  const ids = await listSaidAfter(after, most);
  if (ids.length > 0) {
    await dropGone(ids);
    await addMissingMarks(ids);
  }
  return ids.length < most ? null : (ids.at(-1) ?? null);
}

/** Whatever was said of those among them that are no calls. */
async function dropGone(ids: string[]): Promise<void> {
  const rows = await db().recording.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const there = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !there.has(id));
  if (gone.length > 0) await deleteSaid(gone);
}

/** A recording that went and came again has lost its marks, by which the list finds it. */
async function addMissingMarks(ids: string[]): Promise<void> {
  const missing = await listMissingMarks(ids);
  for (const kind of new Set(missing.map((one) => one.kind))) {
    const marked = missing
      .filter((one) => one.kind === kind)
      .map(({ id, value }) => ({ recordingId: id, values: [value] }));
    await addMarks(db(), kind, marked);
  }
}
