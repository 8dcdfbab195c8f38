import { createHash } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import type { SentRecording } from "../requests/recording-event";
import { sideBySide } from "../requests/side-by-side";
import type { Acknowledged } from "./sandbox-run";

/** A call as the sandbox sent it. */
export type SentCall = SentRecording & { id: string; deliveryId: string };

/**
 * Reads the events back from the bytes that Earshot keeps, and proves by the sandbox's own hashes
 * that they are what was sent. So the result owes nothing to Earshot.
 */
export async function readSentCalls(
  request: APIRequestContext,
  acknowledged: Acknowledged[],
): Promise<SentCall[]> {
  return sideBySide(acknowledged, atOnce, (one) => readSentCall(request, one));
}

export async function readAcknowledged(sandboxUrl: string): Promise<Acknowledged[]> {
  const lines = await (await fetch(`${sandboxUrl}/api/sandbox/acknowledged`)).text();
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const atOnce = 16;

async function readSentCall(
  request: APIRequestContext,
  { deliveryId, sha256 }: Acknowledged,
): Promise<SentCall> {
  const response = await request.get(`/api/deliveries/${deliveryId}/raw`);
  const body = await response.body();
  if (createHash("sha256").update(body).digest("hex") !== sha256) {
    throw new Error(`Delivery ${deliveryId} is not what the sandbox sent`);
  }
  const { data } = JSON.parse(body.toString("utf8"));
  return { id: data.id, deliveryId, ...data.attributes };
}
