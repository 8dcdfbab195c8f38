import "server-only";
import { env } from "@/lib/platform/settings/env";
import { openDiskJournal } from "./disk-journal";
import type { Journal } from "./journal";

const held = globalThis as { earshotJournal?: Promise<Journal>; earshotIsGuest?: boolean };

/** From now on this process asks another one for the journal's files, and never opens them. */
export function leaveJournalToOthers(): void {
  held.earshotIsGuest = true;
}

/** The journal of this process, opened at first use. A failed opening is tried again. */
export function journal(): Promise<Journal> {
  held.earshotJournal ??= open().catch((error: unknown) => {
    held.earshotJournal = undefined;
    throw error;
  });
  return held.earshotJournal;
}

export async function closeJournal(): Promise<void> {
  const open = held.earshotJournal;
  held.earshotJournal = undefined;
  await (await open?.catch(() => undefined))?.close();
}

async function open(): Promise<Journal> {
  if (env().JOURNAL === "database") {
    // Imported late, so that a process with a journal on the disk needs no database at all.
    return (await import("./database-journal")).openDatabaseJournal();
  }
  const archiveBytes = env().JOURNAL_KEEP_DAYS > 0 ? env().JOURNAL_KEEP_GB * 1e9 : 0;
  return openDiskJournal(env().DATA_DIR, { mayOwn: !held.earshotIsGuest, archiveBytes });
}
