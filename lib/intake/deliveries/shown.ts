import type { RecordOutcome } from "../store/record-outcome";

/**
 * Strangers' text, safe to look at: what would be invisible or turn the text around it (controls,
 * directions, halves of pairs, zero widths) is written as its code, line breaks and tabs aside.
 */
export function toVisibleText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);
}

const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A body that could not be read at all is kept as one record without an id and without a place. */
export function isWholeBody({ recordingId, problems }: RecordOutcome): boolean {
  return recordingId === null && problems[0]?.path === "";
}
