import "server-only";
import type { IncomingMessage } from "node:http";
import { log } from "@/lib/ops/log";
import { env } from "@/lib/platform/env";
import { wakeDrain } from "./drain";
import { journal } from "./open-journal";
import { readBody } from "./read-body";
import { readSenderFacts } from "./sender-facts";

export type Receipt =
  | { kind: "accepted"; deliveryId: string }
  | { kind: "cut-short" | "too-slow" | "too-large" | "not-kept" };

/**
 * Takes an authentic POST: reads it whole and makes it durable. `accepted` is a promise that the
 * bytes survive whatever happens next; nothing here waits for PostgreSQL (unless it is the journal).
 */
export async function receiveDelivery(
  request: IncomingMessage,
  { secret, secretHash }: { secret: string; secretHash: string },
): Promise<Receipt> {
  const declaredBytes = readDeclaredBytes(request);
  const read = await readBody(request, {
    maxBytes: env().MAX_BODY_BYTES,
    timeoutMs: bodyTimeoutMs,
    declaredBytes,
  });
  if (read === "cut-short" || read === "too-slow") return { kind: read };

  try {
    const entry = await (await journal()).append({
      kind: read.isOversized ? "oversized" : "delivery",
      body: read.body,
      bytes: read.bytes,
      sha256: read.sha256,
      declaredBytes,
      secretHash,
      ...readSenderFacts(request, secret),
    });
    wakeDrain();
    if (isRefusing) log().info("the journal keeps deliveries again");
    isRefusing = false;
    return read.isOversized
      ? { kind: "too-large" }
      : { kind: "accepted", deliveryId: entry.deliveryId };
  } catch (error) {
    if (!isRefusing) log().error({ err: error }, "the journal keeps no deliveries; refusing them");
    isRefusing = true;
    return { kind: read.isOversized ? "too-large" : "not-kept" };
  }
}

/** Told once, not with each delivery: the log may be on the very disk that is full. */
let isRefusing = false;

const bodyTimeoutMs = 10_000;

function readDeclaredBytes({ headers }: IncomingMessage): number | null {
  const length = headers["content-length"];
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null;
}
