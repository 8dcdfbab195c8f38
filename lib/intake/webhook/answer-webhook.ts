import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sendAnswer } from "@/lib/platform/problem";
import { readRemoteAddress } from "@/lib/platform/settings/trusted-proxies";
import { secretIn } from "../secrets/webhook-url";
import { acceptDelivery } from "./accept-delivery";
import type { HeaderPairs } from "./sender-facts";

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

function toPairs(rawHeaders: string[]): HeaderPairs {
  const pairs: HeaderPairs = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index]?.toLowerCase() ?? "", rawHeaders[index + 1] ?? ""]);
  }
  return pairs;
}
