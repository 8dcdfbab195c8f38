import "server-only";
import { log } from "@/lib/ops/log";
import { type Answer, newRequestId, problemAnswer } from "@/lib/platform/problem";
import { wrongSecretTally } from "../secrets/check/wrong-secret-tally";
import { longestAddress, type Sent } from "./sender-facts";

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
