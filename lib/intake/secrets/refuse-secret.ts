import "server-only";
import { log } from "@/lib/ops/log";
import { newRequestId, problemResponse } from "@/lib/platform/problem";
import type { WrongSecretsView } from "./views";
import { WrongSecretTally } from "./wrong-secret-tally";

const held = globalThis as { earshotWrongSecrets?: WrongSecretTally };

/**
 * Answers 401 without reading the body. A flood costs a hash and a count each: nothing is kept, few
 * lines are logged, and who has a valid secret is never limited.
 */
export function refuseSecret({ headers }: Request): Response {
  const requestId = newRequestId();
  const address = nearestAddress(headers);
  if (tally().count(address, new Date())) {
    log().warn({ address, requestId }, "a request with a wrong secret was refused");
  }
  // What stays unread would be read and thrown away, so that the connection can go on.
  const closing = hasMuchToSend(headers) ? { Connection: "close" } : undefined;
  return problemResponse(401, "unknown-secret", { requestId, headers: closing });
}

/** What this process refused in the last hour; null: nothing. */
export function getWrongSecrets(): WrongSecretsView | null {
  const lastHour = tally().lastHour(new Date());
  return lastHour.requests > 0 ? lastHour : null;
}

function tally(): WrongSecretTally {
  held.earshotWrongSecrets ??= new WrongSecretTally();
  return held.earshotWrongSecrets;
}

/** Next fills the header with the peer; of a longer chain the last entry was written near us. */
function nearestAddress(headers: Headers): string {
  const nearest = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return nearest?.slice(0, longestAddress) || "unknown";
}

function hasMuchToSend(headers: Headers): boolean {
  return headers.has("transfer-encoding") || Number(headers.get("content-length")) > fewBytes;
}

/** An IPv6 address with a zone. */
const longestAddress = 64;
const fewBytes = 65_536;
