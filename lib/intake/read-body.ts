import { createHash } from "node:crypto";

export type ReadBody = {
  /** All bytes, or their first 64 KiB when `isOversized`. */
  body: Buffer;
  /** How many bytes arrived, and their SHA-256. */
  bytes: number;
  sha256: string;
  isOversized: boolean;
};

export type ReadFault = "cut-short" | "too-slow";

export type ReadLimits = { maxBytes: number; timeoutMs: number; declaredBytes: number | null };

/**
 * Reads a body whole. One that is over `maxBytes` is still read for its size and hash, up to eight
 * times the limit, but not kept. A connection that ends early or lasts too long is a fault.
 */
export async function readBody(
  stream: ReadableStream<Uint8Array> | null,
  { maxBytes, timeoutMs, declaredBytes }: ReadLimits,
): Promise<ReadBody | ReadFault> {
  const hash = createHash("sha256");
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let fault: ReadFault | undefined;
  const reader = stream?.getReader();
  const giveUp = () => {
    fault = "too-slow";
    reader?.cancel().catch(() => undefined);
  };
  // A process that was busy reads what has arrived meanwhile before it calls the sender slow.
  let timer = setTimeout(() => {
    timer = setTimeout(giveUp, graceMs);
  }, timeoutMs);

  try {
    while (reader && bytes <= maxBytes * readBeyondFactor) {
      const { done, value } = await reader.read();
      if (done) break;
      hash.update(value);
      if (bytes <= maxBytes) chunks.push(value);
      bytes += value.byteLength;
    }
  } catch {
    fault ??= "cut-short";
  } finally {
    clearTimeout(timer);
  }

  const isOversized = bytes > maxBytes;
  if (fault) return fault;
  if (!isOversized && declaredBytes !== null && bytes < declaredBytes) return "cut-short";
  if (isOversized) reader?.cancel().catch(() => undefined);
  const whole = Buffer.concat(chunks);
  return {
    body: isOversized ? Buffer.from(whole.subarray(0, oversizedBeginningBytes)) : whole,
    bytes,
    sha256: hash.digest("hex"),
    isOversized,
  };
}

const graceMs = 200;
const readBeyondFactor = 8;
const oversizedBeginningBytes = 65_536;
