import type { IncomingMessage } from "node:http";

/** As proxies tell it, the sender first and the nearest last; without a proxy the peer's own. */
export function readSenderAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = headers["x-forwarded-for"];
  return String(forwarded ?? "") || (socket.remoteAddress ?? "");
}
