import { fork } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bareEnvironment } from "@/lib/platform/process/processes";
import type { SentLedger } from "../ledger/sent-ledger";
import type { SenderReport, SenderRequest, SendPlan, SendSummary } from "./plan";

/** A run in progress. */
export type Sending = {
  /** Once it is over and the ledger holds it. */
  done: Promise<SendSummary>;
  /** Lets what is in flight finish, sends nothing more. */
  stop: () => Promise<SendSummary>;
  issued: () => number;
  acknowledged: () => number;
};

export type Sender = {
  start: (plan: SendPlan) => Sending;
  send: (plan: SendPlan) => Promise<SendSummary>;
  close: () => Promise<void>;
};

/** Starts the sender's process; what it sends to the product is added to the ledger. */
export function startSender(ledger: SentLedger, folder: string): Sender {
  const child = fork(fileURLToPath(new URL("./main.ts", import.meta.url)), [], {
    execArgv: ["--import", "tsx"],
    env: bareEnvironment(),
    // It stands for a machine elsewhere: where processors are shared by session first, it waits for none
    // of what else the benchmark does.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let runs = 0;

  const start = (plan: SendPlan): Sending => {
    const ledgerFile = join(folder, `sent-${++runs}.jsonl`);
    const progress = { issued: 0, acknowledged: 0 };
    const reported = new Promise<SendSummary>((resolve, reject) => {
      ended.then(() => reject(new Error("The sender's process ended")));
      const listen = (report: SenderReport) => {
        if (report.kind === "progress") return Object.assign(progress, report);
        child.off("message", listen);
        if (report.kind === "done") resolve(report.summary);
        else reject(new Error(report.message));
      };
      child.on("message", listen);
    });
    const done = reported.then(async (summary) => {
      if (!plan.isReference) await ledger.addFile(ledgerFile);
      await rm(ledgerFile);
      return summary;
    });
    done.catch(() => undefined);
    child.send({ kind: "send", plan, ledgerFile } satisfies SenderRequest);
    return {
      done,
      stop: () => {
        if (child.connected) child.send({ kind: "stop" } satisfies SenderRequest);
        return done;
      },
      issued: () => progress.issued,
      acknowledged: () => progress.acknowledged,
    };
  };
  return {
    start,
    send: (plan) => start(plan).done,
    close: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
