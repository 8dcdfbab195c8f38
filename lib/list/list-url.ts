/** A parameter that could not be read. A page ignores it and says so; an export refuses it. */
export type UnreadParameter = { parameter: string; value: string };

/** Null where there is no such parameter, or one that can't be read. */
export type ReadParameter = <T>(
  parameter: string,
  parse: (value: string) => T | undefined,
) => T | null;

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

/**
 * Where a page of a list begins and how long it is; with both cursors, `before` says nothing.
 * @param parseCursor undefined for what is no cursor of the list's order
 */
export function readPlace(
  read: ReadParameter,
  parseCursor: (value: string) => unknown,
  defaultLimit: number,
): { after: string | null; before: string | null; limit: number } {
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

export const maxSearchLength = 1_000;

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
export function parseLimit(value: string): number | undefined {
  const limit = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  return limit >= 1 ? Math.min(limit, 200) : undefined;
}
