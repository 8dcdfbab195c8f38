import { hash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { SentEvent } from "../ledger/sent-ledger";
import { percentile } from "../report/percentile";
import { makeParcel, type Parcel } from "./parcel";
import type { SenderReport, SenderRequest, SendPlan, SendSummary } from "./plan";
import { openConnections, postEvent } from "./post-event";
import { countPlanned, runPaced } from "./run-paced";

// The process that plays the calling service: it shares nothing with the receiver, so that it
// outlives every kill and its ledger tells what was really answered.

const reportEveryMs = 200;
let stopping = new AbortController();

process.on("message", (request: SenderRequest) => {
  if (request.kind === "stop") stopping.abort();
  else run(request.plan, request.ledgerFile);
});
process.once("disconnect", () => process.exit(0));

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

type Progress = { issued: number; acknowledged: number };

type Prepared = { parcel: Parcel; sha256: string };

const mostBytesAhead = 128 * 1_024 ** 2;

/** Made before the first is sent: what a machine elsewhere would do then takes no processor of the receiver's. */
function prepareAhead(plan: SendPlan): Prepared[] {
  const prepared: Prepared[] = [];
  const count = countPlanned(plan);
  for (let bytes = 0; prepared.length < count && bytes < mostBytesAhead; ) {
    const next = prepare(plan, prepared.length);
    bytes += next.parcel.body.length;
    prepared.push(next);
  }
  return prepared;
}

function prepare({ bodies }: SendPlan, n: number): Prepared {
  const parcel = makeParcel(bodies, n);
  return { parcel, sha256: hash("sha256", parcel.body, "hex") };
}

const openSockets = 1_024;
const repeatAfterMs = 50;

/** Carries out the plan. Every attempt and every 2xx stands in what it returns. */
async function sendEvents(
  plan: SendPlan,
  stop: AbortSignal,
  progress: Progress,
): Promise<{ summary: SendSummary; events: SentEvent[] }> {
  const maxSockets = plan.pace.kind === "closed" ? plan.pace.connections : openSockets;
  const url = new URL(plan.url);
  const connections = openConnections(url, maxSockets);
  const events: SentEvent[] = [];
  const latenciesMs: number[] = [];
  const answers: Record<string, number> = {};

  const sendOnce = async ({ body, contentType }: Parcel, event: SentEvent, dueAtMs: number) => {
    event.attempts++;
    const { outcome, deliveryId } = await postEvent(connections, url, body, contentType);
    answers[outcome] = (answers[outcome] ?? 0) + 1;
    if (deliveryId === null) return false;
    event.acks.push({ deliveryId, atMs: performance.timeOrigin + performance.now() });
    latenciesMs.push(performance.now() - dueAtMs);
    progress.acknowledged++;
    return true;
  };

  const ready = prepareAhead(plan);
  const beganMs = performance.now();
  await runPaced(plan, stop, async (n, dueAtMs) => {
    const { parcel, sha256 } = ready[n] ?? prepare(plan, n);
    const event: SentEvent = { sha256, attempts: 0, acks: [], recordingId: parcel.recordingId };
    events.push(event);
    progress.issued++;
    for (let copy = 0; copy < parcel.copies; copy++) {
      while (!(await sendOnce(parcel, event, dueAtMs)) && plan.isRepeating && !stop.aborted) {
        await sleep(repeatAfterMs);
      }
    }
  });
  const elapsedMs = performance.now() - beganMs;
  await connections.destroy();

  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => percentile(latenciesMs, share));
  const latencyMs = { p50: p50 ?? 0, p99: p99 ?? 0, most: most ?? 0 };
  return { summary: { ...progress, elapsedMs, answers, latencyMs }, events };
}
