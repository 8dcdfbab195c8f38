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
