import { createHash } from "node:crypto";
import type { SentLedger } from "../ledger/sent-ledger";
import { exchange } from "./exchange";
import { type WireRequest, wireRequests } from "./wire-requests";

/**
 * Sends requests that no HTTP library would write, all at once. What is acknowledged of them goes
 * into the ledger. @returns those that were answered otherwise than the interface says.
 */
export async function sendHostileRequests(webhookUrl: string, ledger: SentLedger) {
  const requests = wireRequests(new URL(webhookUrl).pathname);
  const faults = await Promise.all(requests.map((request) => sendOne(request, webhookUrl, ledger)));
  return { sent: requests.length, faults: faults.filter((fault) => fault !== null) };
}

async function sendOne(
  request: WireRequest,
  webhookUrl: string,
  ledger: SentLedger,
): Promise<string | null> {
  const { status, text } = await exchange(webhookUrl, request);
  const deliveryId = /"deliveryId":"([^"]+)"/.exec(text)?.[1];
  if (request.body !== undefined) {
    const sha256 = createHash("sha256").update(request.body).digest("hex");
    const acks = deliveryId ? [{ deliveryId, atMs: Date.now() }] : [];
    ledger.add({ sha256, attempts: 1, acks, recordingId: null });
  }
  if (request.expected.includes(status)) return null;
  return `${request.name}: answered ${status}, expected ${request.expected.join(" or ")}`;
}
