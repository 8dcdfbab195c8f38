import { isLosslessNumber, type LosslessNumber } from "lossless-json";
import { ConflictingValues, type JsonObject, type JsonValue } from "./read-json";

/** PostgreSQL holds neither NUL nor half a surrogate pair; both become U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** JSON text that a jsonb column takes, with numbers as they were written. */
export function toStorableJson(value: JsonObject): string {
  return write(value);
}

function write(value: JsonValue): string {
  if (typeof value === "string") return writeText(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  if (value instanceof ConflictingValues) return write(value.values);
  if (isLosslessNumber(value)) return isModest(value) ? value.value : `"${value.value}"`;
  // Of keys that become the same, the last counts.
  const members = new Map<string, string>();
  for (const key of Object.keys(value)) members.set(writeText(key), write(value[key] ?? null));
  let written = "";
  for (const [key, item] of members) written += `${written && ","}${key}:${item}`;
  return `{${written}}`;
}

/** What can't be stored is written with an escape like others that are rare. */
function writeText(text: string): string {
  const written = JSON.stringify(text);
  return written.includes("\\u") ? JSON.stringify(toStorableText(text)) : written;
}

/** A number far out of any scale stays as its text: jsonb would write out all its digits. */
function isModest({ value }: LosslessNumber): boolean {
  const exponent = Number(/e([+-]?\d+)$/i.exec(value)?.[1] ?? 0);
  return value.length <= 100 && Math.abs(exponent) <= 300;
}
