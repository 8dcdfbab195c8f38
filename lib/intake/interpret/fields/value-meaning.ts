import { isLosslessNumber } from "lossless-json";
import type { Member } from "../json/members";
import { ConflictingValues, type JsonValue } from "../json/read-json";
import { toPlainNumber } from "../json/read-number";

/** Longer texts don't fit into an index; 600 characters of any script do. */
export const maxKeyLength = 600;

/** What two values share that mean the same: 7, 7.0 and " 7 "; true and "true". */
export function toMeaning(value: JsonValue): string {
  if (isLosslessNumber(value)) return toPlainNumber(value.value) ?? value.value;
  return typeof value === "string" ? toExactText(value) : JSON.stringify(value);
}

/** Trimmed, and in Unicode's NFC unless it is too long for a name: that can take the square of it. */
export function toExactText(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 4 * maxKeyLength ? trimmed : trimmed.normalize("NFC");
}

/** One key may have been given several times. */
export function valuesOf({ value }: Pick<Member, "value">): JsonValue[] {
  return value instanceof ConflictingValues ? value.values : [value];
}
