import "server-only";
import type { IncomingHttpHeaders } from "node:http";
import {
  type AskedRange,
  type PlacedRange,
  parseContentRange,
  parseRange,
  parseUnsatisfiedRange,
  placeRange,
  writeRange,
} from "./byte-range";

/** What the browser asks for. */
export type AskedPart = { range: AskedRange | undefined; ifRange: string | undefined };

/** What can be answered, of a file of `size` bytes; null is "unknown". */
export type Part =
  | { kind: "whole"; size: number | null }
  /** `skip`: bytes of the upstream's body that lie before the range. */
  | (PlacedRange & { kind: "range"; size: number | null; skip: number })
  | { kind: "outside"; size: number | null };

/** An `If-Range` that isn't a strong tag can't match what we send, so that the whole is meant. */
export function readAskedPart(headers: Headers): AskedPart {
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
