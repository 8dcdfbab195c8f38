import { join } from "node:path";

/** Where the disk journal keeps what was drained. */
export function archiveFolder(dataDirectory: string): string {
  return join(dataDirectory, "journal", "archive");
}
