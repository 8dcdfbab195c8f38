import "server-only";
import { log } from "@/lib/ops/log";
import { env } from "@/lib/platform/env";
import { wakeDrain } from "./drain";
import { journal } from "./open-journal";
import { readBody } from "./read-body";

export type Receipt =
  | { kind: "accepted"; deliveryId: string }
  | { kind: "cut-short" | "too-slow" | "too-large" | "not-kept" };

/**
 * Takes an authentic POST: reads it whole and makes it durable. `accepted` is a promise that the
 * bytes survive whatever happens next; nothing here waits for PostgreSQL (unless it is the journal).
 */
export async function receiveDelivery(request: Request, secretHash: string): Promise<Receipt> {
  const declaredBytes = readDeclaredBytes(request.headers);
  const read = await readBody(request.body, {
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
      remoteAddress: request.headers.get("x-forwarded-for") ?? "",
      headers: keptHeaders(request.headers),
    });
    wakeDrain();
    return read.isOversized
      ? { kind: "too-large" }
      : { kind: "accepted", deliveryId: entry.deliveryId };
  } catch (error) {
    log().error({ err: error }, "the journal could not keep a delivery");
    return { kind: read.isOversized ? "too-large" : "not-kept" };
  }
}

const bodyTimeoutMs = 10_000;

function readDeclaredBytes(headers: Headers): number | null {
  const length = headers.get("content-length");
  return length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

function keptHeaders(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => !leftOutHeaders.has(name));
}

const leftOutHeaders = new Set(["authorization", "cookie", "proxy-authorization"]);
