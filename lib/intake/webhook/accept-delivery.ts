import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { readRemoteAddress } from "@/lib/access/sessions/request-origin";
import { log } from "@/lib/ops/log";
import { type Answer, newRequestId, problemAnswer, sendAnswer } from "@/lib/platform/answer";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { deliveriesKept } from "../journal/journal";
import { journal } from "../journal/open-journal";
import { knownSecrets, recognizeSecret } from "../secrets/check/known-secrets";
import { wrongSecretTally } from "../secrets/check/wrong-secret-tally";
import { secretIn } from "../secrets/webhook-url";
import {
  type HeaderPairs,
  longestAddress,
  type ReadBody,
  readBody,
  readSenderFacts,
  type Sent,
} from "./read-request";

/**
 * The webhook on a bare HTTP server, so that no framework comes between an event and the disk.
 * @returns false when the path is none of the webhook's; the request is untouched then.
 */
export function answerWebhook(request: IncomingMessage, response: ServerResponse): boolean {
  const secret = secretIn(request.url ?? "");
  if (secret === undefined) return false;
  acceptDelivery({
    method: request.method ?? "",
    secret,
    headers: toPairs(request.rawHeaders),
    remoteAddress: readRemoteAddress(request),
    body: request,
  }).then((answer) => sendAnswer(response, answer));
  return true;
}

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
    if (own().isRefusing) log().info("the journal accepts deliveries again");
    own().isRefusing = false;
    return deliveryId;
  } catch (error) {
    if (!own().isRefusing) {
      log().error({ err: error }, "the journal can't store deliveries; refusing them");
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

/**
 * Answers 401 without reading the body. A flood costs a hash and a count each: nothing is kept, few
 * lines are logged, and each request needs a connection of its own. Who has a valid secret never
 * comes here, so is never limited, whatever the address.
 */
export function refuseSecret(request: Sent): Answer {
  const requestId = newRequestId();
  const address = request.remoteAddress.slice(0, longestAddress) || "unknown";
  const now = new Date();
  const tally = wrongSecretTally();
  if (tally.count(address, now)) {
    log().warn({ address, requestId }, "a request with a wrong secret was refused");
  }
  // What stays unread would be read and thrown away, so that the connection can go on.
  const isClosing = hasMuchToSend(request) || tally.isFlooding(address, now);
  const headers = isClosing ? { Connection: "close" } : undefined;
  return problemAnswer(401, "unknown-secret", { requestId, headers });
}

function hasMuchToSend({ headers }: Sent): boolean {
  return headers.some(
    ([name, value]) =>
      name === "transfer-encoding" || (name === "content-length" && Number(value) > fewBytes),
  );
}

const fewBytes = 65_536;

function toPairs(rawHeaders: string[]): HeaderPairs {
  const pairs: HeaderPairs = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index]?.toLowerCase() ?? "", rawHeaders[index + 1] ?? ""]);
  }
  return pairs;
}
