import type { RecordOutcome } from "../store/record-outcome";

/** A body that could not be read at all is kept as one record without an id and without a place. */
export function isWholeBody({ recordingId, problems }: RecordOutcome): boolean {
  return recordingId === null && problems[0]?.path === "";
}
