import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { SentEvent } from "../ledger/sent-ledger";
import type { SenderReport, SenderRequest, SendPlan } from "./plan";
import { sendEvents } from "./send-events";

// The process that plays the calling service: it shares nothing with the receiver, so that it
// outlives every kill and its ledger tells what was really answered.

const reportEveryMs = 200;
let stopping = new AbortController();

process.on("message", (request: SenderRequest) => {
  if (request.kind === "stop") stopping.abort();
  else run(request.plan, request.ledgerFile);
});
process.once("disconnect", () => process.exit(0));
// Ctrl-C is answered by the process that started this one.
process.on("SIGINT", () => undefined);

async function run(plan: SendPlan, ledgerFile: string): Promise<void> {
  stopping = new AbortController();
  const progress = { issued: 0, acknowledged: 0 };
  const timer = setInterval(() => report({ kind: "progress", ...progress }), reportEveryMs);
  try {
    const { summary, events } = await sendEvents(plan, stopping.signal, progress);
    await write(ledgerFile, events);
    report({ kind: "done", summary });
  } catch (error) {
    report({ kind: "failed", message: error instanceof Error ? String(error.stack) : "?" });
  } finally {
    clearInterval(timer);
  }
}

async function write(path: string, events: SentEvent[]): Promise<void> {
  const file = createWriteStream(path);
  for (const event of events) {
    if (!file.write(`${JSON.stringify(event)}\n`)) await once(file, "drain");
  }
  file.end();
  await once(file, "finish");
}

function report(message: SenderReport): void {
  if (process.connected) process.send?.(message);
}
