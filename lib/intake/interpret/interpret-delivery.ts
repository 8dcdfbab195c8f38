import { budgets } from "@/lib/platform/settings/budgets";
import type { Remark } from "./fields/remark";
import { interpretRecord, type Reading } from "./interpret-record";
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
import { type BodyEncoding, readText, UnreadableBody } from "./json/read-text";
import { findRecords } from "./records/find-records";
import { hasOwnField, requireFew } from "./records/record-candidates";

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
