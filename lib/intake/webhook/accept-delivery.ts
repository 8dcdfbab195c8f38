import "server-only";
import type { Readable } from "node:stream";
import { log } from "@/lib/ops/log";
import { type Answer, newRequestId, problemAnswer } from "@/lib/platform/problem";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { deliveriesKept } from "../journal/drain-news";
import { journal } from "../journal/open-journal";
import { knownSecrets, recognizeSecret } from "../secrets/check/known-secrets";
import { type ReadBody, readBody } from "./read-body";
import { refuseSecret } from "./refuse-secret";
import { readSenderFacts, type Sent } from "./sender-facts";

export type WebhookRequest = Sent & { method: string; secret: string; body: Readable };

/**
 * `POST /api/webhooks/recordings/{secret}`. A call arrives: know the secret, read the bytes, make
 * them durable, acknowledge. A 202 is a promise that the bytes survive whatever happens next; nothing
 * here waits for PostgreSQL (unless it is the journal). Never rejects.
 */
export async function acceptDelivery(request: WebhookRequest): Promise<Answer> {
  try {
    if (request.method !== "POST") {
      return problemAnswer(405, "method-not-allowed", { headers: { Allow: "POST" } });
    }
    const secretHash = recognizeSecret(request.secret);
    if (!secretHash && !knownSecrets().areRead) return problemAnswer(503, "starting", later);
    if (!secretHash) return refuseSecret(request);
    const declaredBytes = readDeclaredBytes(request);
    const read = await readBody(request.body, {
      maxBytes: env().MAX_BODY_BYTES,
      timeoutMs: bodyTimeoutMs,
      declaredBytes,
    });
    if (read === "cut-short") return problemAnswer(400, "body-cut-short", { headers: closing });
    if (read === "too-slow") return problemAnswer(408, "body-too-slow", { headers: closing });
    const deliveryId = await keep(request, { read, declaredBytes, secretHash });
    if (read.isOversized) return problemAnswer(413, "body-too-large", { headers: closing });
    if (deliveryId) return acknowledge(deliveryId);
    return problemAnswer(503, "journal-unavailable", { headers: { "Retry-After": "5" } });
  } catch (error) {
    const requestId = newRequestId();
    log().error({ err: error, requestId }, "a webhook request failed");
    return problemAnswer(500, "internal-error", { requestId });
  }
}

const bodyTimeoutMs = 10_000;
/** What is left of the body is not waited for. */
const closing = { Connection: "close" };
/** It may be one of those that the database knows. */
const later = { headers: { "Retry-After": "5", Connection: "close" } };

type Arrived = { read: ReadBody; declaredBytes: number | null; secretHash: string };

/** Makes it durable; of a body that is too large, its trace. Null: the journal can't keep it. */
async function keep(request: WebhookRequest, arrived: Arrived): Promise<string | null> {
  const { read, declaredBytes, secretHash } = arrived;
  try {
    const { deliveryId } = await (await journal()).append({
      kind: read.isOversized ? "oversized" : "delivery",
      body: read.body,
      bytes: read.bytes,
      sha256: read.sha256,
      declaredBytes,
      secretHash,
      ...readSenderFacts(request, request.secret),
    });
    tellOfDelivery();
    if (own().isRefusing) log().info("the journal keeps deliveries again");
    own().isRefusing = false;
    return deliveryId;
  } catch (error) {
    if (!own().isRefusing) {
      log().error({ err: error }, "the journal keeps no deliveries; refusing them");
    }
    own().isRefusing = true;
    return null;
  }
}

/** Told once, not with each delivery: the log may be on the very disk that is full. */
const own = processWide("earshotAcceptance", () => ({ isRefusing: false, isTelling: false }));

/** Of many that come at once, the drain need hear once. */
function tellOfDelivery(): void {
  if (own().isTelling) return;
  own().isTelling = true;
  setTimeout(() => {
    own().isTelling = false;
    deliveriesKept.publish(true);
  }, togetherMs);
}

const togetherMs = 5;

function acknowledge(deliveryId: string): Answer {
  return {
    status: 202,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: `{"deliveryId":"${deliveryId}"}`,
  };
}

function readDeclaredBytes({ headers }: Sent): number | null {
  const [, length = ""] = headers.find(([name]) => name === "content-length") ?? [];
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}
