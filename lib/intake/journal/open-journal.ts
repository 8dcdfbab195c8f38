import "server-only";
import { beatEveryMs, unsavedPeriodsTopic } from "@/lib/coverage/listening-period";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { eventNowMs } from "@/lib/platform/process/event-clock";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { openDiskJournal } from "./disk-journal";
import type { Journal } from "./journal";

const own = processWide("earshotJournal", (): { opened?: Promise<Journal>; isGuest: boolean } => ({
  isGuest: false,
}));

/** From now on this process asks another one for the journal's files, and never opens them. */
export function leaveJournalToOthers(): void {
  own().isGuest = true;
}

/** The journal of this process, opened at first use. A failed opening is tried again. */
export function journal(): Promise<Journal> {
  const held = own();
  held.opened ??= open().catch((error: unknown) => {
    held.opened = undefined;
    throw error;
  });
  return held.opened;
}

export async function closeJournal(): Promise<void> {
  const held = own();
  const open = held.opened;
  held.opened = undefined;
  await (await open?.catch(() => undefined))?.close();
}

async function open(): Promise<Journal> {
  if (env().JOURNAL === "database") {
    // Imported late, so that a process with a journal on the disk needs no database at all.
    return (await import("./database-journal")).openDatabaseJournal();
  }
  const archiveBytes = env().JOURNAL_KEEP_DAYS > 0 ? env().JOURNAL_KEEP_GB * 1e9 : 0;
  return openDiskJournal(env().DATA_DIR, { mayOwn: !own().isGuest, archiveBytes });
}

/** Lets what waits in the database's journal wait in this process's own, on the disk, instead. */
export async function moveWaitingHere(): Promise<void> {
  const target = await journal();
  const source = await (await import("./database-journal")).openDatabaseJournal();
  for (;;) {
    const entries = await source.read(500, 8 * 1024 * 1024);
    if (entries.length === 0) break;
    await target.putBack(entries);
    await source.remove(entries.map(({ acceptedSeq }) => acceptedSeq));
  }
  await source.close();
}

/** Proves every few seconds that an event could be kept, for the life of this process. */
export const startHeartbeat = processWide("earshotHeartbeat", newHeartbeat);

function newHeartbeat(): Loop {
  let isFarewell = false;
  const beat = newStep("no event could be kept", async () => {
    const source = await journal();
    // What it numbered last, and when it last beat, is known from here on: the time of events may go by it.
    await source.numbering();
    unsavedPeriodsTopic.publish(await source.beat({ atMs: eventNowMs(), isFarewell }));
  });
  return runLoop({
    turn: async () => {
      await beat();
      return beatEveryMs;
    },
    atEnd: () => {
      isFarewell = true;
      return beat();
    },
  });
}
