import "server-only";
import { type Loop, newStep } from "@/lib/ops/loop";
import { db } from "@/lib/platform/database/db";
import { followCalls, type KeptOfCalls } from "@/lib/recordings/live/changes";
import { addMarks } from "@/lib/recordings/sql/marks";
import { listMissingMarks } from "./sql";
import { clearDeletedTags } from "./tag-store";

/**
 * Takes away, for the life of this process, what was said of calls that are no more, and deleted tags from
 * the calls that still have them. Any number of processes may do so at once.
 */
export function startTidyingNotes(): Loop {
  return followCalls(saidOfCalls, [
    newStep("deleted tags can't be taken from calls", () => clearDeletedTags(1)),
  ]);
}

/** Who listened and what the audit log says, too: their own rooms look for no calls that are gone. */
export const saidOfCalls: KeptOfCalls = {
  name: "notes",
  tables: [
    "note",
    "note_version",
    "note_mention",
    "recording_tag",
    "review",
    "heard",
    "listen",
    "audit_entry",
  ],
  addMissingMarks,
};

async function addMissingMarks(ids: string[]): Promise<void> {
  const missing = await listMissingMarks(ids);
  for (const kind of new Set(missing.map((one) => one.kind))) {
    const marked = missing
      .filter((one) => one.kind === kind)
      .map(({ id, value }) => ({ recordingId: id, values: [value] }));
    await addMarks(db(), kind, marked);
  }
}
