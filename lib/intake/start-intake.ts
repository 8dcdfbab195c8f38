import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { startSilenceSearch } from "@/lib/coverage/silences/run-search";
import { logConsole } from "@/lib/ops/log-console";
import { closeDatabase } from "@/lib/platform/db";
import { answerWebhook } from "./answer-webhook";
import { startDrain } from "./drain";
import { drainedUpTo } from "./drained-up-to";
import { startHeartbeat } from "./heartbeat";
import { closeJournal, journal } from "./open-journal";
import { startRereading } from "./reread/run-reread";
import { startSecrets } from "./secrets/start-secrets";
import { startUpkeep } from "./upkeep/start-upkeep";

/** What the server process is given. */
export type House = {
  /** Answers a request to the webhook; false leaves it to Next. */
  answerWebhook: typeof answerWebhook;
  /** Takes what libraries say on the console into the log. */
  logConsole: typeof logConsole;
  /** To be called when the last request is answered. What was accepted stays in the journal. */
  shutDown: () => Promise<void>;
};

/**
 * Opens the journal, starts the drain, goes on with what is to be read again, and resolves once the
 * secrets are known as well as they can be; then the server process may listen, and its heart beats.
 * @param beside what else is to be stopped before the journal and the database close
 */
export async function startIntake(beside: { stop: () => Promise<void> }[] = []): Promise<void> {
  const drain = startDrain();
  const rereading = startRereading();
  const upkeep = startUpkeep();
  const secrets = startSecrets();
  journal().catch(() => undefined);
  await secrets.ready;
  const heartbeat = startHeartbeat();
  const silences = startSilenceSearch(drainedUpTo);
  const house: House = {
    answerWebhook,
    logConsole,
    shutDown: async () => {
      const working = [drain, rereading, upkeep, secrets, heartbeat, silences, ...beside];
      const stopped = Promise.all(working.map((one) => one.stop()));
      // A database that never answers holds none of them longer.
      await Promise.race([stopped, sleep(stopPatienceMs, undefined, { ref: false })]);
      await closeJournal();
      await closeDatabase();
    },
  };
  (globalThis as { earshotOpened?: (house: House) => void }).earshotOpened?.(house);
}

const stopPatienceMs = 5_000;
