import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { normaliseRequest } from "@/lib/access/normalise-request";
import { logConsole } from "@/lib/ops/log-console";
import { budgets } from "@/lib/platform/budgets";
import { closeDatabase } from "@/lib/platform/db";
import { startHeartbeat } from "./heartbeat";
import { closeJournal, journal } from "./open-journal";
import { startSecrets } from "./secrets/start-secrets";
import { answerWebhook } from "./webhook/answer-webhook";

/** What the server process is given. */
export type House = {
  /** Answers a request to the webhook; false leaves it to Next. */
  answerWebhook: typeof answerWebhook;
  normaliseRequest: typeof normaliseRequest;
  budgets: typeof budgets;
  /** Takes what libraries say on the console into the log. */
  logConsole: typeof logConsole;
  /** To be called when the last request is answered. What was accepted stays in the journal. */
  shutDown: () => Promise<void>;
};

/**
 * Opens the journal, and resolves once the secrets are known as well as they can be; then the server
 * process may listen, and its heart beats.
 * @param beside what else is to be stopped before the journal and the database close
 */
export async function startIntake(beside: { stop: () => Promise<void> }[] = []): Promise<void> {
  const secrets = startSecrets();
  journal().catch(() => undefined);
  await secrets.ready;
  const heartbeat = startHeartbeat();
  const house: House = {
    answerWebhook,
    normaliseRequest,
    budgets,
    logConsole,
    shutDown: async () => {
      const working = [secrets, heartbeat, ...beside];
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
