import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/ops/log";
import { newRequestId, problemResponse } from "@/lib/platform/problem";
import { receiveDelivery } from "./receive-delivery";
import { recognizeSecret } from "./secrets/recognize-secret";
import { refuseSecret } from "./secrets/refuse-secret";
import { sendResponse } from "./send-response";

/**
 * `POST /api/webhooks/recordings/{secret}`. A call arrives: know the secret, read the bytes, make
 * them durable, acknowledge. It stands in front of Next, on the bare HTTP server, so that no
 * framework comes between an event and the disk.
 * @returns false when the path is none of the webhook's; the request is untouched then.
 */
export function answerWebhook(request: IncomingMessage, response: ServerResponse): boolean {
  const [, secret] = webhookPath.exec(request.url ?? "") ?? [];
  if (secret === undefined) return false;
  answer(request, response, decodeURIComponent(secret)).catch((error: unknown) => {
    const requestId = newRequestId();
    log().error({ err: error, requestId }, "a webhook request failed");
    return sendResponse(response, problemResponse(500, "internal-error", { requestId }));
  });
  return true;
}

/** A slash at the end is allowed: a sender may not follow a redirect. */
const webhookPath = /^\/api\/webhooks\/recordings\/([^/?#]+)\/?(?:[?#]|$)/;

async function answer(request: IncomingMessage, response: ServerResponse, secret: string) {
  if (request.method !== "POST") {
    return refuse(response, 405, "method-not-allowed", { Allow: "POST" });
  }
  const secretHash = recognizeSecret(secret);
  if (!secretHash) return sendResponse(response, refuseSecret(request));

  const receipt = await receiveDelivery(request, { secret, secretHash });
  switch (receipt.kind) {
    case "accepted":
      return acknowledge(response, receipt.deliveryId);
    case "cut-short":
      return refuse(response, 400, "body-cut-short", { Connection: "close" });
    case "too-slow":
      return refuse(response, 408, "body-too-slow", { Connection: "close" });
    case "too-large":
      return refuse(response, 413, "body-too-large", { Connection: "close" });
    case "not-kept":
      return refuse(response, 503, "journal-unavailable", { "Retry-After": "5" });
  }
}

function acknowledge(response: ServerResponse, deliveryId: string): void {
  const body = `{"deliveryId":"${deliveryId}"}`;
  response.writeHead(202, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "Content-Length": body.length,
  });
  response.end(body);
}

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string>,
): Promise<void> {
  return sendResponse(response, problemResponse(status, code, { headers }));
}
