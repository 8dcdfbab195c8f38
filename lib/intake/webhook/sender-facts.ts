/** Names in lower case, in the order in which they came. */
export type HeaderPairs = [name: string, value: string][];

export type SenderFacts = { remoteAddress: string; headers: HeaderPairs };

/** A request as far as it says who sent it: its address as far as proxies are believed. */
export type Sent = { headers: HeaderPairs; remoteAddress: string };

/**
 * What is kept of a request beside its body: the sender's address, and the headers that say what the
 * body is and who wrote it. Proxies add headers of any name, which repeat the address of the request
 * and so its secret: none of these is kept, nor a value that spells the secret.
 */
export function readSenderFacts(sent: Sent, secret: string): SenderFacts {
  const blank = (value: string) => (spells(value, secret) ? "[redacted]" : value);
  return {
    remoteAddress: blank(sent.remoteAddress).slice(0, longestAddress),
    headers: sent.headers.flatMap(
      ([name, value]): HeaderPairs => (keptHeaders.has(name) ? [[name, blank(value)]] : []),
    ),
  };
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
