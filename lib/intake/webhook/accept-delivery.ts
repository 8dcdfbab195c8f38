import "server-only";
import { createHash, type Hash, hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { readRemoteAddress } from "@/lib/access/sessions/request-origin";
import { log } from "@/lib/ops/log";
import { type Answer, newRequestId, problemAnswer, sendAnswer } from "@/lib/platform/answer";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { ArrivingBody, deliveriesKept } from "../journal/journal";
import { journal } from "../journal/open-journal";
import { knownSecrets, recognizeSecret, secretIn } from "../secrets/check/known-secrets";
import { wrongSecretTally } from "../secrets/check/wrong-secret-tally";

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

type WebhookRequest = Sent & { method: string; secret: string; body: Readable };

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
    notifyDrain();
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
const own = processWide("earshotAcceptance", () => ({
  isRefusing: false,
  isNotifying: false,
  notifiedAtMs: Number.NEGATIVE_INFINITY,
}));

/** The drain hears of the first at once; of those that follow closely, now and then. */
function notifyDrain(): void {
  if (own().isNotifying) return;
  own().isNotifying = true;
  const waitMs = Math.max(togetherMs, own().notifiedAtMs + apartMs - performance.now());
  setTimeout(() => {
    own().isNotifying = false;
    own().notifiedAtMs = performance.now();
    deliveriesKept.publish(true);
  }, waitMs);
}

const togetherMs = 5;
/** Less than the drain takes from one turn to the next. */
const apartMs = 50;

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
  const [now, tally] = [new Date(), wrongSecretTally()];
  const isLogged = tally.count(address, now);
  if (isLogged) log().warn({ address, requestId }, "a request with a wrong secret was refused");
  const isFlooding = tally.isFlooding(address, now);
  // What stays unread would be read and thrown away, so that the connection can go on.
  const isClosing = hasMuchToSend(request) || isFlooding;
  const headers = isClosing ? closing : undefined;
  const answer = problemAnswer(401, "unknown-secret", { requestId, headers });
  // Reading what a mistake sends lets its sender learn of it; of a flood it would cost most.
  return isFlooding ? { ...answer, mostRestBytes: fewBytes } : answer;
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

export type ReadBody = {
  /** All bytes, or their first 64 KiB when `isOversized`. */
  body: Buffer;
  /** How many bytes arrived, and their SHA-256. */
  bytes: number;
  sha256: string;
  isOversized: boolean;
};

type ReadFault = "cut-short" | "too-slow";

type ReadLimits = { maxBytes: number; timeoutMs: number; declaredBytes: number | null };

/**
 * Reads a body whole. One that is over `maxBytes` is still read for its size and hash, up to eight
 * times the limit, but not kept. A connection that ends early or lasts too long is a fault.
 */
export async function readBody(
  stream: Readable,
  { maxBytes, timeoutMs, declaredBytes }: ReadLimits,
): Promise<ReadBody | ReadFault> {
  const arriving = new ArrivingBody(Math.min(declaredBytes ?? 0, maxBytes));
  // What comes in one piece, as most bodies do, is hashed in one call, without an object for it.
  let hashed: Hash | undefined;
  let bytes = 0;
  const take = (chunk: Buffer): "enough" | undefined => {
    if (bytes > 0) hashed ??= createHash("sha256").update(arriving.whole());
    hashed?.update(chunk);
    if (bytes <= maxBytes) arriving.add(chunk);
    bytes += chunk.length;
    return bytes > maxBytes * readBeyondFactor ? "enough" : undefined;
  };
  const end = await readChunks(stream, take, timeoutMs);
  const isOversized = bytes > maxBytes;
  if (end === "cut-short" || end === "too-slow") return end;
  if (!isOversized && declaredBytes !== null && bytes < declaredBytes) return "cut-short";
  const whole = arriving.whole();
  return {
    body: isOversized ? Buffer.from(whole.subarray(0, oversizedBeginningBytes)) : whole,
    bytes,
    sha256: hashed?.digest("hex") ?? hash("sha256", whole),
    isOversized,
  };
}

/** Hands on each chunk until the end, until it is told that it is enough, or until a fault. */
function readChunks(
  stream: Readable,
  take: (chunk: Buffer) => "enough" | undefined,
  timeoutMs: number,
): Promise<"whole" | "enough" | ReadFault> {
  return new Promise((resolve) => {
    const settle = (end: "whole" | "enough" | ReadFault) => {
      clearTimeout(timer);
      stream.off("data", onData).pause();
      resolve(end);
    };
    // A process that was busy reads what has arrived meanwhile before it calls the sender slow.
    let timer = setTimeout(() => {
      timer = setTimeout(() => settle("too-slow"), graceMs);
    }, timeoutMs);
    const onData = (chunk: Buffer) => {
      if (take(chunk)) settle("enough");
    };
    stream.on("data", onData);
    stream.once("end", () => settle("whole"));
    // Without its end, whatever closes it has cut it short; after it, this changes nothing.
    stream.once("error", () => settle("cut-short"));
    stream.once("close", () => settle("cut-short"));
  });
}

const graceMs = 200;
const readBeyondFactor = 8;
const oversizedBeginningBytes = 65_536;
/** An IPv6 address with a zone. */
const longestAddress = 64;
const mostEncodings = 10;

/** Names in lower case, in the order in which they came. */
export type HeaderPairs = [name: string, value: string][];

type SenderFacts = { remoteAddress: string; headers: HeaderPairs };

/** A request as far as it says who sent it: its address as far as proxies are believed. */
export type Sent = { headers: HeaderPairs; remoteAddress: string };

/**
 * What is kept of a request beside its body: the sender's address, and the headers that say what the
 * body is and who wrote it. Proxies add headers of any name, which repeat the address of the request
 * and so its secret: none of these is kept, nor a value that spells the secret.
 */
export function readSenderFacts(sent: Sent, secret: string): SenderFacts {
  const blank = (value: string) => (spells(value, secret) ? "[redacted]" : value);
  return {
    remoteAddress: blank(sent.remoteAddress).slice(0, longestAddress),
    headers: sent.headers.flatMap(
      ([name, value]): HeaderPairs => (keptHeaders.has(name) ? [[name, blank(value)]] : []),
    ),
  };
}

const keptHeaders = new Set([
  "content-encoding",
  "content-length",
  "content-type",
  "transfer-encoding",
  "date",
  "host",
  "user-agent",
]);

/** Whatever the case of its letters, and however often they were percent-encoded. */
function spells(value: string, secret: string): boolean {
  const sought = secret.toLowerCase();
  let text = value.toLowerCase();
  for (let pass = 0; pass < mostEncodings; pass++) {
    if (text.includes(sought)) return true;
    if (!text.includes("%")) return false;
    const decoded = text
      .replaceAll(/%([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      .toLowerCase();
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}
