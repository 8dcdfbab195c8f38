// The worker process: drains, interprets, derives. It answers nobody, so that whatever a delivery does
// to it, the next one is accepted. Under `npm start` it is supervised; `npm run worker` runs it beside
// a server that somebody else has started.

import { dirname, extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startCustody } from "@/lib/audio/custody/start-custody";
import { startSoundQueue } from "@/lib/audio/kept/queue-sounds";
import { closeJournal, leaveJournalToOthers } from "@/lib/intake/journal/open-journal";
import { startWorker } from "@/lib/intake/start-worker";
import { startTidyingNotes } from "@/lib/notes/start-tidying";
import { log } from "@/lib/ops/log";
import { closeDatabase } from "@/lib/platform/database/db";
import { learnStatementTimeout } from "@/lib/platform/database/statement-timeout";
import { env } from "@/lib/platform/settings/env";
import { startTranscribing } from "@/lib/transcripts/start-transcribing";
import { endWhenTold, readSettings } from "./command/command";
import { type Supervised, superviseProgram } from "./supervise/supervise-program";

const stopTimeoutMs = 5_000;
/** Memory for the JavaScript of the sound process, in megabytes; files are read in pieces, whatever their size. */
const soundHeapMegabytes = 256;
/** Comes after everything that somebody waits for. */
const soundNiceness = 10;
/** So long it stays when there is nothing to do. */
const lingerMs = 30_000;
const soundProgram = {
  name: "sound process",
  parameters: () => [
    `--max-old-space-size=${soundHeapMegabytes}`,
    ...process.execArgv.filter((one) => !one.startsWith("--max-old-space-size")),
    besideThis("sounds"),
  ],
  env: { MALLOC_ARENA_MAX: "2" },
  niceness: soundNiceness,
  keepsTrying: true,
};

process.umask(0o077);
if (!process.send) {
  readSettings({});
  await learnStatementTimeout();
}
leaveJournalToOthers();
const worker = startWorker();
const sounds = env().AUDIO_STORE === "none" ? null : superviseSounds();
const tidying = startTidyingNotes();
const transcribing = startTranscribing();
const queue = sounds && startSoundQueue({ onDue: sounds.runWhile });
const custody = sounds && startCustody();

endWhenTold(async () => {
  // The sound process ends with this one, however long it takes to say goodbye.
  const soundsStopped = Promise.all([
    queue?.stop(),
    sounds?.stop(),
    custody?.stop(),
    tidying.stop(),
    transcribing.stop(),
  ]);
  await Promise.all([worker.stop(), Promise.race([soundsStopped, sleep(stopTimeoutMs)])]);
  await closeJournal();
  await closeDatabase();
});
log().info("the worker has started");

/**
 * Runs what fetches and measures sound, in a process of its own beside this one, for as long as there is
 * something to do. A file that ends it three times is measured no more.
 */
function superviseSounds() {
  let running: Supervised | undefined;
  let leaving: Promise<void> | undefined;
  let neededMs = 0;
  let isOver = false;
  const end = async () => {
    leaving ??= running?.stop().then(() => {
      running = undefined;
      leaving = undefined;
    });
    await leaving;
  };
  return {
    runWhile: (isDue: boolean) => {
      const nowMs = performance.now();
      if (isDue) neededMs = nowMs;
      if (isOver) return;
      if (isDue && !leaving)
        running ??= superviseProgram(soundProgram, new AbortController().signal);
      else if (running && nowMs - neededMs > lingerMs) void end();
    },
    stop: () => {
      isOver = true;
      return end();
    },
  };
}

/** Another program under `bin/`, made of the same sources as this one. */
function besideThis(name: string): string {
  const [, own = ""] = process.argv;
  return join(dirname(own), `${name}${extname(own)}`);
}
