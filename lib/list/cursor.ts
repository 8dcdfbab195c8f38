/** Whether it is an instant of the years 1 to 9999, as cursors write it: microseconds since 1970. */
export function isInstantKey(key: string): boolean {
  if (!/^-?\d{1,18}$/.test(key)) return false;
  const micros = BigInt(key);
  return micros >= -62_135_596_800_000_000n && micros < 253_402_300_800_000_000n;
}

/** Where a page begins or ends, in a list that texts may order: the sort key of a row and its id. */
export type KeyCursor = { key: string; id: string };

/** Written as `<key>~<id>`, with the tildes of the key escaped. */
export function writeKeyCursor({ key, id }: KeyCursor): string {
  return `${encodeURIComponent(key).replaceAll("~", "%7E")}~${id}`;
}

/** @returns undefined for whatever is no cursor; the key may still be none of its order. */
export function parseKeyCursor(text: string): KeyCursor | undefined {
  const [written = "", ...rest] = text.split("~");
  const id = rest.join("~");
  if (rest.length === 0 || text.length > maxLength || !isStorable(id)) return undefined;
  try {
    const key = decodeURIComponent(written);
    return isStorable(key) ? { key, id } : undefined;
  } catch {
    return undefined;
  }
}

const maxLength = 4_096;

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** A page of what a list found, of whose rows one more was asked for than it shows. */
export function sliceKeysetPage<Row>(
  found: Row[],
  { after, before, limit }: { after: string | null; before: string | null; limit: number },
): { rows: Row[]; hasAfter: boolean; hasBefore: boolean } {
  const isBackward = before !== null;
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (isBackward) rows.reverse();
  return {
    rows,
    hasAfter: isBackward || hasMore,
    hasBefore: isBackward ? hasMore : after !== null,
  };
}
