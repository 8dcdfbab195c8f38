import { isInstantKey } from "@/lib/list/cursor";
import type { RecordingSort } from "./filter";

/** Where a page begins or ends: the sort key of a row and its id. */
export type Cursor = { key: string; id: string };

/** Written as `<key>~<id>`: the key is microseconds since 1970 or minutes, the id is as it is. */
export function writeCursor({ key, id }: Cursor): string {
  return `${key}~${id}`;
}

/** @returns undefined for whatever is not a cursor of this order. */
export function parseCursor(text: string, sort: RecordingSort): Cursor | undefined {
  const match = /^(-?\d{1,18})~([^\0]{1,1024})$/su.exec(text);
  if (!match?.[1] || !match[2]?.isWellFormed()) return undefined;
  const [, key, id] = match;
  if (sort.endsWith("created_at")) return isInstantKey(key) ? { key, id } : undefined;
  return BigInt.asIntN(32, BigInt(key)) === BigInt(key) ? { key, id } : undefined;
}

/** The mark up to which a page knows what came in; null for whatever is none. */
export function parseSince(text: string | null): bigint | null {
  return /^\d{1,18}$/.test(text ?? "") ? BigInt(text ?? "") : null;
}
