// The worker process: drains, interprets, derives. It answers nobody, so that whatever a delivery does
// to it, the next one is accepted. Under `npm start` it is supervised; `npm run worker` runs it beside
// a server that somebody else has started.

import { setTimeout as sleep } from "node:timers/promises";
import { startCustody } from "@/lib/audio/custody/start-custody";
import { startSoundQueue } from "@/lib/audio/kept/start-queue";
import { closeJournal, leaveJournalToOthers } from "@/lib/intake/journal/open-journal";
import { startWorker } from "@/lib/intake/start-worker";
import { startTidyingNotes } from "@/lib/notes/start-tidying";
import { log } from "@/lib/ops/log";
import { closeDatabase } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";
import { startTranscribing } from "@/lib/transcripts/start-transcribing";
import { readSettings } from "./command/command";
import { endWhenTold } from "./supervise/end-supervised";
import { superviseSounds } from "./supervise/supervise-sounds";

const stopTimeoutMs = 5_000;

process.umask(0o077);
if (!process.send) readSettings({});
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
    ...[queue?.stop(), sounds?.stop(), custody?.stop(), tidying.stop()],
    transcribing.stop(),
  ]);
  await Promise.all([worker.stop(), Promise.race([soundsStopped, sleep(stopTimeoutMs)])]);
  await closeJournal();
  await closeDatabase();
});
log().info("the worker has started");
