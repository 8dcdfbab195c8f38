import "server-only";
import type { IncomingHttpHeaders } from "node:http";

/** What the browser asks for. */
type AskedPart = { range: AskedRange | undefined; ifRange: string | undefined };

/** What can be answered, of a file of `size` bytes; null is "unknown". */
export type Part =
  | { kind: "whole"; size: number | null }
  /** `skip`: bytes of the upstream's body that lie before the range. */
  | (PlacedRange & { kind: "range"; size: number | null; skip: number })
  | { kind: "outside"; size: number | null };

/** An `If-Range` that isn't a strong tag can't match what we send, so that the whole is meant. */
export function readAskedPart(headers: Pick<Headers, "get">): AskedPart {
  const ifRange = headers.get("if-range");
  if (ifRange === null) return { range: parseRange(headers.get("range")), ifRange: undefined };
  const tag = readStrongTag(ifRange);
  return { range: tag ? parseRange(headers.get("range")) : undefined, ifRange: tag };
}

/** The same question, for the upstream. */
export function writeAskedPart({ range, ifRange }: AskedPart): Record<string, string> {
  if (!range) return {};
  return { Range: writeRange(range), ...(ifRange ? { "If-Range": ifRange } : {}) };
}

/**
 * What an upstream's answer lets us serve. One that ignores ranges, but tells its length, is sliced.
 * Undefined: the answer makes no sense.
 */
export function placePart(
  status: number,
  headers: IncomingHttpHeaders,
  { range, ifRange }: AskedPart,
): Part | undefined {
  if (status === 206) {
    const given = parseContentRange(headers["content-range"]);
    return range && given ? { kind: "range", ...given, skip: 0 } : undefined;
  }
  if (status === 416) {
    const size = parseUnsatisfiedRange(headers["content-range"]) ?? null;
    return range ? { kind: "outside", size } : undefined;
  }
  const size = readLength(headers["content-length"]);
  const isSame = ifRange === undefined || ifRange === readStrongTag(headers.etag);
  if (!range || size === null || !isSame) return { kind: "whole", size };
  const placed = placeRange(range, size);
  return placed
    ? { kind: "range", ...placed, size, skip: placed.first }
    : { kind: "outside", size };
}

/** An entity tag that stands for exactly these bytes; undefined for weak ones and for none. */
export function readStrongTag(tag: string | undefined): string | undefined {
  return tag && /^"[\x21\x23-\x7e]{0,200}"$/.test(tag) ? tag : undefined;
}

/** Reads a `Content-Length`; null: none that makes sense. */
export function readLength(header: string | undefined): number | null {
  return header && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** One range as a browser asks for it; `last` null is "to the end". */
type AskedRange = { first: number; last: number | null } | { suffix: number };

/** Bytes from `first` to `last`, both included. */
type PlacedRange = { first: number; last: number };

/** Undefined for none, several, or what can't be read: the whole is meant then (RFC 9110, 14.2). */
export function parseRange(header: string | null): AskedRange | undefined {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? "");
  if (!match) return undefined;
  const [first, last] = [readNumber(match[1]), readNumber(match[2])];
  if (first === null) return last === null ? undefined : { suffix: last };
  return last === null || last >= first ? { first, last } : undefined;
}

/** The inverse of `parseRange`. */
export function writeRange(range: AskedRange): string {
  return "suffix" in range ? `bytes=-${range.suffix}` : `bytes=${range.first}-${range.last ?? ""}`;
}

/** Where a range lies in a file of `size` bytes; undefined: outside of it. */
export function placeRange(range: AskedRange, size: number): PlacedRange | undefined {
  const first = "suffix" in range ? Math.max(size - range.suffix, 0) : range.first;
  const last = "suffix" in range ? size - 1 : Math.min(range.last ?? size - 1, size - 1);
  return first <= last ? { first, last } : undefined;
}

/** Reads the `Content-Range` of a 206; `size` null is "unknown". Undefined: it makes no sense. */
export function parseContentRange(
  header: string | undefined,
): (PlacedRange & { size: number | null }) | undefined {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header?.trim() ?? "");
  if (!match) return undefined;
  const [first, last] = [Number(match[1]), Number(match[2])];
  const size = match[3] === "*" ? null : Number(match[3]);
  return first <= last && last < (size ?? Number.POSITIVE_INFINITY)
    ? { first, last, size }
    : undefined;
}

/** The size that the `Content-Range` of a 416 tells, if it does. */
function parseUnsatisfiedRange(header: string | undefined): number | undefined {
  const match = /^bytes \*\/(\d{1,15})$/i.exec(header?.trim() ?? "");
  return match ? Number(match[1]) : undefined;
}

function readNumber(digits: string | undefined): number | null {
  return digits ? Number(digits) : null;
}

/** Bytes of a kept file, and what the head of an answer says of them. */
type PlacedPart = {
  status: 200 | 206;
  first: number;
  length: number;
  headers: Record<string, string>;
};

/**
 * Which bytes of a kept file a request means; its hash, in hexadecimal, is its entity tag. Null: they lie
 * outside of it.
 */
export function placeKept(
  sha256: string,
  size: number,
  asked: Pick<Headers, "get">,
): PlacedPart | null {
  const told = { "content-length": String(size), etag: `"${sha256}"` };
  const part = placePart(200, told, readAskedPart(asked));
  if (!part || part.kind === "outside") return null;
  if (part.kind === "whole") {
    return { status: 200, first: 0, length: size, headers: { "Content-Length": String(size) } };
  }
  const { first, last } = part;
  const length = last - first + 1;
  const headers = {
    "Content-Length": String(length),
    "Content-Range": `bytes ${first}-${last}/${size}`,
  };
  return { status: 206, first, length, headers };
}
