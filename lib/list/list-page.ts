/** A parameter that could not be read. A page ignores it and says so; an export refuses it. */
export type UnreadParameter = { parameter: string; value: string };

/** Null where there is no such parameter, or one that can't be read. */
type ReadParameter = <T>(parameter: string, parse: (value: string) => T | undefined) => T | null;

/** Reads parameters that have one value; what can't be read is null and goes to `unread`. */
export function newParameterReader(
  parameters: URLSearchParams,
  unread: UnreadParameter[],
): ReadParameter {
  return (parameter, parse) => {
    const [value, ...others] = parameters.getAll(parameter).filter((text) => text !== "");
    for (const other of others) unread.push({ parameter, value: other });
    if (value === undefined) return null;
    const result = parse(value);
    if (result === undefined) unread.push({ parameter, value });
    return result ?? null;
  };
}

/** Where a page of a list begins, behind a cursor or before one, and how long it is. */
export type ListPlace = { after: string | null; before: string | null; limit: number };

/** A page of a list, and the cursors of its neighbours; null where there is none. */
export type ListPage<Row> = { rows: Row[]; after: string | null; before: string | null };

/**
 * Where a page of a list begins and how long it is; with both cursors, `before` says nothing.
 * @param parseCursor undefined for what is no cursor of the list's order
 */
export function readPlace(
  read: ReadParameter,
  parseCursor: (value: string) => unknown,
  defaultLimit: number,
): ListPlace {
  const isCursor = (value: string) => (parseCursor(value) === undefined ? undefined : value);
  const after = read("after", isCursor);
  const before = after === null ? read("before", isCursor) : null;
  return { after, before, limit: read("limit", parseLimit) ?? defaultLimit };
}

/** Sets what isn't null: the inverse of a reader's single values. */
export function writeSingle(
  parameters: URLSearchParams,
  values: [name: string, value: string | number | boolean | null][],
): URLSearchParams {
  for (const [name, value] of values) {
    if (value !== null) parameters.set(name, String(value));
  }
  return parameters;
}

/** What is searched for. */
export function readSearch(parameters: URLSearchParams): string {
  return cleanText((parameters.get("q") ?? "").slice(0, maxSearchLength)).trim();
}

const maxSearchLength = 1_000;

/** A value that begins like an operator is written behind a backslash, and so is the empty one. */
export function writeValue(value: string | null): string {
  if (value === null) return "~";
  return /^(?:$|[!~\\])/.test(value) ? `\\${value}` : value;
}

/** The inverse of `writeValue`, but for null. */
export function readValue(text: string): string {
  return text.startsWith("\\") ? text.slice(1) : text;
}

/** PostgreSQL holds neither NUL nor lone surrogates, so nothing stored can match them. */
export function cleanText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

export function parseBoolean(value: string): boolean | undefined {
  return value === "true" ? true : value === "false" ? false : undefined;
}

/** More than 200 rows are taken for 200. */
function parseLimit(value: string): number | undefined {
  const limit = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  return limit >= 1 ? Math.min(limit, 200) : undefined;
}

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

/** PostgreSQL holds neither NUL nor half a surrogate pair, so that no id has one. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** A page of what a list found, of whose rows one more was asked for than it shows. */
export function sliceKeysetPage<Row>(
  found: Row[],
  { after, before, limit }: ListPlace,
  toCursor: (row: Row) => string,
): ListPage<Row> {
  const isBackward = before !== null;
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (isBackward) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const hasAfter = isBackward || hasMore;
  const hasBefore = isBackward ? hasMore : after !== null;
  return {
    rows,
    after: last && hasAfter ? toCursor(last) : null,
    before: first && hasBefore ? toCursor(first) : null,
  };
}

/** A text in two at a length, never within a character of two units. */
export function cutText(text: string, maxLength: number): [beginning: string, rest: string] {
  const isSplit = isHigh(text.charCodeAt(maxLength - 1)) && isLow(text.charCodeAt(maxLength));
  const end = isSplit ? maxLength - 1 : maxLength;
  return [text.slice(0, end), text.slice(end)];
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
