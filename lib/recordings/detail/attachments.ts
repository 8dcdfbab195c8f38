import "server-only";
import { db } from "@/lib/platform/database/db";

/** Where the files of one call lie, as the calling service told it. */
export type Attachments = { recordingAttachment: string; rosterAttachment: string | null };

/** Null: there is no such recording. Holds no gate; for the rooms that fetch the files. */
export async function getAttachments(id: string): Promise<Attachments | null> {
  // PostgreSQL refuses NUL and lone surrogates, so that no recording can have such an id.
  if (id.includes("\0") || !id.isWellFormed()) return null;
  return db().recording.findUnique({
    where: { id },
    select: { recordingAttachment: true, rosterAttachment: true },
  });
}
