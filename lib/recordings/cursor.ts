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
  const most = sort.endsWith("created_at") ? 253_402_300_800_000_000n : 2_147_483_647n;
  const value = BigInt(key);
  return value <= most && value >= -most ? { key, id } : undefined;
}
