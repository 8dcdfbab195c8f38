import type { IncomingMessage } from "node:http";

/** As proxies tell it, the sender first and the nearest last; without a proxy the peer's own. */
export function readSenderAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = headers["x-forwarded-for"];
  return String(forwarded ?? "") || (socket.remoteAddress ?? "");
}

export type SenderFacts = { remoteAddress: string; headers: [string, string][] };

/**
 * What is kept of a request beside its body: the sender's address, and the headers that say what the
 * body is and who wrote it. Proxies add headers of any name, which repeat the address of the request
 * and so its secret: none of these is kept, nor a value that spells the secret.
 */
export function readSenderFacts(request: IncomingMessage, secret: string): SenderFacts {
  const blank = (value: string) => (spells(value, secret) ? "[redacted]" : value);
  const { rawHeaders } = request;
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    if (keptHeaders.has(name)) headers.push([name, blank(rawHeaders[index + 1] ?? "")]);
  }
  return { remoteAddress: blank(readSenderAddress(request)).slice(0, longestAddress), headers };
}

/** An IPv6 address with a zone. */
export const longestAddress = 64;

const keptHeaders = new Set([
  ...["content-encoding", "content-length", "content-type", "transfer-encoding"],
  ...["date", "host", "user-agent"],
]);

/** Whatever the case of its letters, and however often they were percent-encoded. */
function spells(value: string, secret: string): boolean {
  const sought = secret.toLowerCase();
  let text = value.toLowerCase();
  for (let pass = 0; pass < mostEncodings; pass++) {
    if (text.includes(sought)) return true;
    const decoded = text
      .replaceAll(/%([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      .toLowerCase();
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

const mostEncodings = 10;
