/**
 * An id as one segment of an address; ids may hold any characters. A browser takes `.` and `..`, also
 * when they are percent-encoded, for steps in the path: they stand behind a tilde, and so does
 * whatever else looks so.
 */
export function writeIdSegment(id: string): string {
  return encodeURIComponent(dots.test(id) ? `~${id}` : id);
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
  return /^~/.test(parameter) && dots.test(parameter) ? parameter.slice(1) : parameter;
}

const dots = /^~*\.\.?$/;
