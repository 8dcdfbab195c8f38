import "server-only";
import { closeDatabase } from "@/lib/platform/db";
import { startDrain } from "./drain";
import { closeJournal, journal } from "./open-journal";
import { startRereading } from "./reread/run-reread";
import { startSecrets } from "./secrets/start-secrets";

/**
 * Opens the journal, starts the drain, goes on with what is to be read again, and resolves once the
 * secrets are known as well as they can be. Leaves `globalThis.earshotShutdown` for the server to
 * call when its last request is answered: what was accepted stays in the journal for the next start.
 */
export async function startIntake(): Promise<void> {
  const drain = startDrain();
  const rereading = startRereading();
  const secrets = startSecrets();
  journal().catch(() => undefined);
  (globalThis as { earshotShutdown?: () => Promise<void> }).earshotShutdown = async () => {
    await Promise.all([drain.stop(), rereading.stop(), secrets.stop()]);
    await closeJournal();
    await closeDatabase();
  };
  await secrets.ready;
}
