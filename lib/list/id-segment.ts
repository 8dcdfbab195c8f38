import type { Route } from "next";

/**
 * An id as one segment of an address; ids may hold any characters. A browser takes `.` and `..`, also
 * when they are percent-encoded, for steps in the path, and Next decodes `%252F` to `%2F` here and to
 * `/` there: such ids stand behind a tilde, with `~0` for a tilde and `~1` for a percent sign.
 */
export function writeIdSegment(id: string): string {
  const isOdd = /^~|^\.\.?$|%/.test(id);
  const written = isOdd ? `~${id.replaceAll("~", "~0").replaceAll("%", "~1")}` : id;
  return encodeURIComponent(written);
}

/** The id of a segment as it stands in the address, which is how Next hands it to a page. */
export function parseIdSegment(segment: string): string {
  try {
    return parseIdParameter(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}

/** The id of a segment that is decoded already, which is how Next hands it to a route handler. */
export function parseIdParameter(parameter: string): string {
  if (!parameter.startsWith("~")) return parameter;
  return parameter.slice(1).replaceAll("~1", "%").replaceAll("~0", "~");
}

/** The same of a route whose address holds nothing else. */
export function parseIdRoute(_search: URLSearchParams, { id }: { id: string }): string {
  return parseIdParameter(id);
}

/** A call's own address; ids may hold any characters. */
export function recordingHref(id: string): Route {
  return `/recordings/${writeIdSegment(id)}` as Route;
}

/** A customer's own address; ids may hold any characters. */
export function customerHref(id: string): Route {
  return `/customers/${writeIdSegment(id)}` as Route;
}
