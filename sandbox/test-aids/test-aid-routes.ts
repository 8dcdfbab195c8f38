import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ServedLog } from "../attachments/served-log";
import type { CallLog } from "../calls/call-log";
import type { CallSequence } from "../deliveries/call-sequence";
import type { Acknowledgement, Ledger } from "../deliveries/ledger";
import type { Placer } from "../deliveries/placer";
import type { Route } from "../server/create-route-server";
import { readJson } from "../server/read-body";
import type { RequestCounter } from "../server/request-counter";
import { sendJson } from "../server/send";
import { readBatch } from "./read-batch";

/** The sandbox's own addresses, which the calling service does not have; they need no token. */
export function createTestAidRoutes(
  log: CallLog,
  ledger: Ledger,
  sequence: CallSequence,
  placer: Placer,
  counter: RequestCounter,
  served: ServedLog,
): Route[] {
  return [
    aid("GET", "tally", ({ response, url }) => {
      const { placed, test } = log.counts();
      const { delivered, ...tally } = ledger.tally(readWebhook(url));
      sendJson(response, 200, {
        placed,
        test,
        outstanding: placer.outstanding(),
        delivered,
        ...tally,
      });
    }),
    aid("GET", "acknowledged", async ({ response, url }) => {
      const wantsEvery = url.searchParams.get("every") === "1";
      const acknowledgements = ledger.acknowledgements(wantsEvery, readWebhook(url));
      response.writeHead(200, { "Content-Type": "application/jsonl" });
      await pipeline(Readable.from(writeLines(acknowledgements)), response);
    }),
    aid("GET", "requests", ({ response }) => sendJson(response, 200, counter.counts())),
    aid("GET", "served", ({ response }) => sendJson(response, 200, [...served.list()])),
    aid("POST", "calls", async ({ request, response }) => {
      const batch = readBatch(await readJson(request));
      placer.place(batch);
      sendJson(response, 202, { count: batch.count });
    }),
    aid("POST", "test-call", ({ response }) => {
      const { id, callSid } = sequence.nextTestCall();
      sendJson(response, 202, { id, callSid });
    }),
  ];
}

function aid(method: Route["method"], name: string, handle: Route["handle"]): Route {
  return { name: "test-aid", method, path: new RegExp(`^/api/sandbox/${name}$`), handle };
}

function readWebhook(url: URL): string | undefined {
  return url.searchParams.get("webhook") ?? undefined;
}

function* writeLines(acknowledgements: Iterable<Acknowledgement>): Generator<string> {
  for (const { state, webhook, deliveryId, sha256 } of acknowledgements) {
    const { id = null, callSid = null, status = null, campaign = null } = state ?? {};
    const line = { id, callSid, deliveryId, status, campaign, sha256, webhook };
    yield `${JSON.stringify(line)}\n`;
  }
}
