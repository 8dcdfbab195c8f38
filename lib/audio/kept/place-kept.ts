import "server-only";
import { placePart, readAskedPart } from "../source/place-part";

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
