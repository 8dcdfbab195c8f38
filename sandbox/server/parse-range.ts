type ByteRange =
  | { kind: "whole" }
  | { kind: "part"; start: number; end: number }
  | { kind: "unsatisfiable" };

/** `end` is included. What is malformed, or asks for several parts, is answered with the whole. */
export function parseRange(header: string | undefined, byteCount: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return { kind: "whole" };
  if (first === "") return lastBytes(Number(last), byteCount);
  const start = Number(first);
  const end = last === "" ? byteCount - 1 : Math.min(Number(last), byteCount - 1);
  if (last !== "" && Number(last) < start) return { kind: "whole" };
  return start < byteCount ? { kind: "part", start, end } : { kind: "unsatisfiable" };
}

function lastBytes(count: number, byteCount: number): ByteRange {
  if (count === 0) return { kind: "unsatisfiable" };
  return { kind: "part", start: Math.max(0, byteCount - count), end: byteCount - 1 };
}
