import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { answerStranger } from "@/lib/access/gate/strangers";
import { normaliseRequest } from "@/lib/access/sessions/request-origin";
import { logConsole } from "@/lib/ops/log";
import { dropRest, refusePage, sendAnswer } from "@/lib/platform/answer";
import { closeDatabase } from "@/lib/platform/database/db";
import { answerOutage, answerOutages } from "@/lib/platform/database/outage-answer";
import { budgets } from "@/lib/platform/settings/budgets";
import { runFolder } from "@/lib/platform/settings/env";
import {
  closeJournal,
  journal,
  leaveJournalToOthers,
  startHeartbeat,
} from "./journal/open-journal";
import { startWritingPeriods } from "./journal-and-database";
import { startSecrets } from "./secrets/sync-secrets";

/** What the web process is given. */
export type WebContext = {
  normaliseRequest: typeof normaliseRequest;
  answerStranger: typeof answerStranger;
  answerOutage: typeof answerOutage;
  refusePage: typeof refusePage;
  sendAnswer: typeof sendAnswer;
  dropRest: typeof dropRest;
  budgets: typeof budgets;
  serve: Serving;
  /** Takes what libraries say on the console into the log. */
  logConsole: typeof logConsole;
  /** To be called when the last request is answered. What was accepted stays in the journal. */
  shutDown: () => Promise<void>;
};

/** What is answered past Next, each by itself or "elsewhere": it was left to Next. */
type Serving = {
  audio: (request: IncomingMessage, response: ServerResponse) => Promise<"answered" | "elsewhere">;
};

/**
 * Resolves once the secrets are known as well as they can be. Behind a gateway that is all, since the
 * gateway has the journal; where Next listens by itself, its route takes deliveries, so the journal
 * is opened here, and the heart beats here.
 * @param beside what else is to be stopped before the journal and the database close
 */
export async function startIntake(
  serve: Serving,
  beside: { stop: () => Promise<void> }[] = [],
): Promise<void> {
  const secrets = startSecrets();
  if (runFolder()) leaveJournalToOthers();
  else journal().catch(() => undefined);
  await secrets.ready;
  const listening = runFolder() ? [] : [startHeartbeat(), startWritingPeriods()];
  const context: WebContext = {
    normaliseRequest,
    answerStranger,
    answerOutage,
    refusePage,
    sendAnswer,
    dropRest,
    budgets,
    serve,
    logConsole,
    shutDown: async () => {
      const working = [secrets, ...listening, ...beside];
      const stopped = Promise.all(working.map((one) => one.stop()));
      // A database that never answers holds none of them longer.
      await Promise.race([stopped, sleep(stopTimeoutMs, undefined, { ref: false })]);
      await closeJournal();
      await closeDatabase();
    },
  };
  const { earshotOpened } = globalThis as { earshotOpened?: (context: WebContext) => void };
  // Where Next listens by itself, nobody else sees its requests.
  if (earshotOpened) earshotOpened(context);
  else answerOutages();
}

const stopTimeoutMs = 5_000;
