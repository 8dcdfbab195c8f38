import "server-only";

/** One range as a browser asks for it; `last` null is "to the end". */
export type AskedRange = { first: number; last: number | null } | { suffix: number };

/** Bytes from `first` to `last`, both included. */
export type PlacedRange = { first: number; last: number };

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
export function parseUnsatisfiedRange(header: string | undefined): number | undefined {
  const match = /^bytes \*\/(\d{1,15})$/i.exec(header?.trim() ?? "");
  return match ? Number(match[1]) : undefined;
}

function readNumber(digits: string | undefined): number | null {
  return digits ? Number(digits) : null;
}
