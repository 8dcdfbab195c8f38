import "server-only";
import { closeDatabase } from "@/lib/platform/db";
import { startDrain } from "./drain";
import { closeJournal, journal } from "./open-journal";

/**
 * Opens the journal and starts the drain. Leaves `globalThis.earshotShutdown` for the server to
 * call when its last request is answered: what was accepted stays in the journal for the next start.
 */
export function startIntake(): void {
  const drain = startDrain();
  journal().catch(() => undefined);
  (globalThis as { earshotShutdown?: () => Promise<void> }).earshotShutdown = async () => {
    await drain.stop();
    await closeJournal();
    await closeDatabase();
  };
}
