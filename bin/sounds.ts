// Fetches, keeps and measures the sound of recordings, which strangers made: whatever a file does to this
// process, none other ends with it. The worker runs it while there is something to do.

import { startKeepingSounds } from "@/lib/audio/kept/keep-sounds";
import { closeDatabase } from "@/lib/platform/database/db";

process.umask(0o077);
const keeping = startKeepingSounds();
let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await keeping.stop();
  await closeDatabase();
  process.exit(0);
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop);
process.once("disconnect", stop);
process.on("message", (message) => {
  if (message === "stop" || message === "retire") stop();
});
process.send?.({ ready: true });
// The worker may have died while this one was being loaded.
if (!process.connected) stop();
