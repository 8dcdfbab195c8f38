// Fetches, keeps and measures the sound of recordings, which strangers made: whatever a file does to this
// process, none other ends with it. The worker runs it while there is something to do.

import { startKeepingSounds } from "@/lib/audio/kept/keep-sounds";
import { closeDatabase } from "@/lib/platform/database/db";
import { endAtStandstill, endWhenTold } from "./command/command";

process.umask(0o077);
endAtStandstill(30_000);
const keeping = startKeepingSounds();
endWhenTold(async () => {
  await keeping.stop();
  await closeDatabase();
});
