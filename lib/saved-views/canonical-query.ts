import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery, writeRecordingQuery } from "@/lib/recordings/filter/filter-url";

/** A list's address as a view keeps it: without its cursors and what is open beside it. */
export function toCanonicalQuery(query: RecordingQuery): string {
  const parameters = writeRecordingQuery(query);
  for (const name of ["after", "before", "open"]) parameters.delete(name);
  return parameters.toString();
}

/** Whatever was kept or sent, as this version reads it. What it can't read is left out. */
export function rereadQuery(text: string): string {
  return toCanonicalQuery(parseRecordingQuery(new URLSearchParams(text)));
}
