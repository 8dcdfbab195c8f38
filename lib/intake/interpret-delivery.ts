import type { Remark } from "./field-reader";
import { findRecords } from "./find-records";
import { interpretRecord, type Reading } from "./interpret-record";
import { readJson } from "./read-json";
import { type BodyEncoding, readText, UnreadableBody } from "./read-text";

/** What a delivery means: its records in their order, or why none could be found. */
export type Interpretation = { readings: Reading[]; problems: Remark[] };

/** @param timeZone where times without a zone are taken */
export function interpretDelivery(
  body: Uint8Array,
  encoding: BodyEncoding,
  timeZone: string,
): Interpretation {
  try {
    const found = findRecords(readJson(readText(body, encoding)));
    return { readings: found.map((record) => interpretRecord(record, timeZone)), problems: [] };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return { readings: [], problems: [{ path: "", message: error.message }] };
  }
}
