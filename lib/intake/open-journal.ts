import "server-only";
import { env } from "@/lib/platform/env";
import { openDatabaseJournal } from "./database-journal";
import { openDiskJournal } from "./disk-journal";
import type { Journal } from "./journal";

const held = globalThis as { earshotJournal?: Promise<Journal> };

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
  return env().JOURNAL === "database" ? openDatabaseJournal() : openDiskJournal(env().DATA_DIR);
}
