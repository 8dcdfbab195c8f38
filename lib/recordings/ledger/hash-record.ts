import { createHash } from "node:crypto";
import type { CallRecord } from "../call-record";

/** What names a content: equal hashes mean that nothing changed. The id is part of it. */
export function hashRecord(record: CallRecord): string {
  const fields = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}
