import type { Remark } from "./fields/remark";
import { interpretRecord, type Reading } from "./interpret-record";
import { type BodyEncoding, readText, UnreadableBody } from "./json/read-text";
import { parseBody } from "./parse-body";
import { findRecords } from "./records/find-records";

/** What a delivery means: its records in their order, or why none could be found. */
export type Interpretation = { readings: Reading[]; problems: Remark[] };

/**
 * Reads a body at once; `openBody` reads one of any size.
 * @param timeZone where times without a zone are taken
 */
export function interpretDelivery(
  body: Uint8Array,
  encoding: BodyEncoding,
  timeZone: string,
): Interpretation {
  try {
    const readings: Reading[] = [];
    let characters = 0;
    for (const record of findRecords(parseBody(readText(body, encoding)))) {
      const reading = interpretRecord(record, timeZone);
      readings.push(reading);
      // What stands around the records is kept with each of them.
      characters += reading.record?.extra.length ?? 0;
      if (characters > maxExtraCharacters) {
        throw new UnreadableBody(
          "holds too much around its records to keep that with each of them",
        );
      }
    }
    return { readings, problems: [] };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return { readings: [], problems: [{ path: "", message: error.message }] };
  }
}

export const maxExtraCharacters = 64 * 1024 * 1024;
