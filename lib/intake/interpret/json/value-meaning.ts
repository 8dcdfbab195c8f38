import { isLosslessNumber } from "lossless-json";
import type { Member } from "./members";
import { ConflictingValues, type JsonValue } from "./read-json";

/**
 * One form of a decimal number, whatever its spelling: `7`, `7.0` and `70e-1` are all `7`. Null: it
 * is no number as JSON writes one, or has more digits than anybody reads.
 */
export function toPlainNumber(written: string): string | null {
  const match = pattern.exec(written);
  if (!match) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const all = whole + fraction;
  let [from, to] = [0, all.length];
  while (from < to && all[from] === "0") from++;
  while (to > from && all[to - 1] === "0") to--;
  if (from === to) return "0";
  const digits = all.slice(from, to);
  /** So many of the digits stand before the point. */
  const point = whole.length - from + Number(exponent);
  if (digits.length > mostDigits || Math.abs(point) > mostDigits) return null;
  if (point <= 0) return `${toSign(sign)}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return toSign(sign) + digits.padEnd(point, "0");
  return `${toSign(sign)}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const pattern = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const mostDigits = 1_000;

function toSign(sign: string): string {
  return sign === "-" ? "-" : "";
}

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
