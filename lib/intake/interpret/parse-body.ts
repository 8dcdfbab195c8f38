import { budgets } from "@/lib/platform/settings/budgets";
import { toMembers } from "./json/members";
import {
  ConflictingValues,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  NotJson,
  readCountedJson,
  readJson,
} from "./json/read-json";
import { UnreadableBody } from "./json/read-text";
import { hasOwnField, requireFew } from "./records/record-candidates";

/**
 * The value that a body holds: as JSON; as lines of JSON, which make a list; or as a form, whose
 * fields are texts. @throws {UnreadableBody}
 */
export function parseBody(text: string): JsonValue {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    const other = parseLines(text) ?? parseForm(text);
    if (other === undefined) throw error;
    return other;
  }
}

/**
 * A line that is broken stays a text, so that it is held back alone. In JSON text sequences each
 * begins with a record separator.
 */
function parseLines(text: string): JsonValue[] | undefined {
  const lines = text
    .replaceAll("\u001e", "\n")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const [first = "", ...others] = lines;
  // All lines share what one body may hold.
  const left = { values: budgets.delivery.atOnce.values };
  const value = tryJson(first, left);
  if (!isJsonObject(value)) return undefined;
  requireFew(lines.length);
  return [value, ...others.map((line) => tryJson(line, left) ?? line)];
}

function tryJson(line: string, left: { values: number }): JsonValue | undefined {
  try {
    const { value, values } = readCountedJson(line, left.values);
    left.values -= values;
    return value;
  } catch {
    return undefined;
  }
}

function parseForm(text: string): JsonObject | undefined {
  if (!formPattern.test(text.slice(0, mostKeyCharacters))) return undefined;
  const fields = new Map<string, Set<string>>();
  let count = 0;
  for (const [key, value] of new URLSearchParams(text.trim())) {
    if (++count > budgets.delivery.atOnce.values) {
      throw new UnreadableBody("the body is a form of more fields than are read from one delivery");
    }
    const given = fields.get(key);
    if (given) given.add(value);
    else fields.set(key, new Set([value]));
  }
  const form = Object.fromEntries([...fields].map(([key, values]) => [key, toValue([...values])]));
  const isForm = Object.values(form).some(isJsonLike) || hasOwnField(toMembers(form, ""));
  return isForm ? form : undefined;
}

function toValue(values: string[]): JsonValue {
  return values.length > 1 ? new ConflictingValues(values) : (values[0] ?? null);
}

function isJsonLike(value: JsonValue): boolean {
  return typeof value === "string" && /^\s*[{[]/.test(value);
}

const mostKeyCharacters = 200;
const formPattern = /^\s*[\w.[\]%+-]{1,100}=/;
