import { isLosslessNumber, type LosslessNumber } from "lossless-json";
import { ConflictingValues, type JsonObject, type JsonValue } from "./read-json";

/** PostgreSQL holds neither NUL nor half a surrogate pair; both become U+FFFD. */
export function sanitizeText(text: string): string {
  return isStorable(text) ? text : text.replaceAll("\0", "\uFFFD").toWellFormed();
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** JSON text that a jsonb column takes, with numbers as they were written. */
export function sanitizeJson(value: JsonObject): string {
  return write(value);
}

function write(value: JsonValue): string {
  if (typeof value === "string") return writeText(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  if (value instanceof ConflictingValues) return write(value.values);
  if (isLosslessNumber(value)) return isModest(value) ? value.value : `"${value.value}"`;
  return writeObject(value);
}

function writeObject(value: JsonObject): string {
  const keys = Object.keys(value);
  if (!keys.every(isStorable)) {
    // Of keys that become the same, the last counts.
    return writeObject(
      Object.fromEntries(Object.entries(value).map(([key, item]) => [sanitizeText(key), item])),
    );
  }
  let written = "";
  for (const key of keys) {
    written += `${written && ","}${JSON.stringify(key)}:${write(value[key] ?? null)}`;
  }
  return `{${written}}`;
}

function writeText(text: string): string {
  return JSON.stringify(sanitizeText(text));
}

/** A number far out of any scale stays as its text: jsonb would write out all its digits. */
function isModest({ value }: LosslessNumber): boolean {
  const exponent = Number(/e([+-]?\d+)$/i.exec(value)?.[1] ?? 0);
  return value.length <= 100 && Math.abs(exponent) <= 300;
}
