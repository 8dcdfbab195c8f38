import { isLosslessNumber } from "lossless-json";
import { ConflictingValues, type JsonValue } from "./read-json";

/** What kind of value it is, in the words of the interface. */
export function nameForm(value: JsonValue): string {
  if (value === null) return "null";
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "true or false";
  if (Array.isArray(value)) return "a list";
  if (value instanceof ConflictingValues) return "several values";
  if (!isLosslessNumber(value)) return "an object";
  return Number.isInteger(Number(value.value)) ? "a whole number" : "a number";
}

/** How a field is spelled whose name has several words; null: as the interface spells it. */
export function nameSpelling(name: string, key: string): string | null {
  if (key === name || !name.includes("_")) return null;
  if (/^[a-z]+(-[a-z]+)+$/.test(key)) return "dash-case";
  if (/^[a-z]+([A-Z][a-z]*)+$/.test(key)) return "camelCase";
  return "another spelling";
}
