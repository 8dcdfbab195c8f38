import { isLosslessNumber, type LosslessNumber, stringify } from "lossless-json";
import { ConflictingValues, isJsonObject, type JsonObject, type JsonValue } from "./read-json";

/** PostgreSQL holds neither NUL nor half a surrogate pair; both become U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** JSON text that a jsonb column takes, with numbers as they were written. */
export function toStorableJson(value: JsonObject): string {
  return stringify(toStorable(value)) ?? "{}";
}

function toStorable(value: JsonValue): JsonValue {
  if (typeof value === "string") return toStorableText(value);
  if (value instanceof ConflictingValues) return value.values.map(toStorable);
  if (Array.isArray(value)) return value.map(toStorable);
  if (isLosslessNumber(value)) return isModest(value) ? value : value.value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [toStorableText(key), toStorable(item)]),
  );
}

/** A number far out of any scale stays as its text: jsonb would write out all its digits. */
function isModest({ value }: LosslessNumber): boolean {
  const exponent = Number(/e([+-]?\d+)$/i.exec(value)?.[1] ?? 0);
  return value.length <= 100 && Math.abs(exponent) <= 300;
}
