import { createHash } from "node:crypto";
import type { Readable } from "node:stream";

export type ReadBody = {
  /** All bytes, or their first 64 KiB when `isOversized`. */
  body: Buffer;
  /** How many bytes arrived, and their SHA-256. */
  bytes: number;
  sha256: string;
  isOversized: boolean;
};

type ReadFault = "cut-short" | "too-slow";

type ReadLimits = { maxBytes: number; timeoutMs: number; declaredBytes: number | null };

/**
 * Reads a body whole. One that is over `maxBytes` is still read for its size and hash, up to eight
 * times the limit, but not kept. A connection that ends early or lasts too long is a fault.
 */
export async function readBody(
  stream: Readable,
  { maxBytes, timeoutMs, declaredBytes }: ReadLimits,
): Promise<ReadBody | ReadFault> {
  const hash = createHash("sha256");
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): "enough" | undefined => {
    hash.update(chunk);
    if (bytes <= maxBytes) chunks.push(chunk);
    bytes += chunk.length;
    return bytes > maxBytes * readBeyondFactor ? "enough" : undefined;
  };

  const end = await readChunks(stream, take, timeoutMs);
  const isOversized = bytes > maxBytes;
  if (end === "cut-short" || end === "too-slow") return end;
  if (!isOversized && declaredBytes !== null && bytes < declaredBytes) return "cut-short";
  const whole = Buffer.concat(chunks);
  return {
    body: isOversized ? Buffer.from(whole.subarray(0, oversizedBeginningBytes)) : whole,
    bytes,
    sha256: hash.digest("hex"),
    isOversized,
  };
}

/** Hands on each chunk until the end, until it is told that it is enough, or until a fault. */
function readChunks(
  stream: Readable,
  take: (chunk: Buffer) => "enough" | undefined,
  timeoutMs: number,
): Promise<"whole" | "enough" | ReadFault> {
  return new Promise((resolve) => {
    const settle = (end: "whole" | "enough" | ReadFault) => {
      clearTimeout(timer);
      stream.off("data", onData).pause();
      resolve(end);
    };
    // A process that was busy reads what has arrived meanwhile before it calls the sender slow.
    let timer = setTimeout(() => {
      timer = setTimeout(() => settle("too-slow"), graceMs);
    }, timeoutMs);
    const onData = (chunk: Buffer) => {
      if (take(chunk)) settle("enough");
    };
    stream.on("data", onData);
    stream.once("end", () => settle("whole"));
    // Without its end, whatever closes it has cut it short; after it, this changes nothing.
    stream.once("error", () => settle("cut-short"));
    stream.once("close", () => settle("cut-short"));
  });
}

const graceMs = 200;
const readBeyondFactor = 8;
const oversizedBeginningBytes = 65_536;

/** Names in lower case, in the order in which they came. */
export type HeaderPairs = [name: string, value: string][];

type SenderFacts = { remoteAddress: string; headers: HeaderPairs };

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
