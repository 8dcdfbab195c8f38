import { isLosslessNumber, type LosslessNumber, parse } from "lossless-json";
import { budgets } from "@/lib/platform/budgets";
import { UnreadableBody } from "./read-text";

/** A value of a JSON document, with numbers as they were written and conflicts kept visible. */
export type JsonValue =
  | string
  | boolean
  | null
  | LosslessNumber
  | ConflictingValues
  | JsonValue[]
  | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/** One key that was given several times with different values. */
export class ConflictingValues {
  constructor(readonly values: JsonValue[]) {}
}

/** Of a text that is something else than JSON. */
export class NotJson extends UnreadableBody {}

/** @throws {UnreadableBody} with the place of the fault. */
export function readJson(text: string): JsonValue {
  return readCountedJson(text, budgets.delivery.atOnce.values).value;
}

/**
 * The same with about how many values it holds.
 * @throws {UnreadableBody} with the place of the fault, or when it holds more than `mostValues`
 */
export function readCountedJson(
  text: string,
  mostValues: number,
): { value: JsonValue; values: number } {
  const values = requireBounded(text, mostValues);
  return { value: parseJson(text), values };
}

function parseJson(text: string): JsonValue {
  try {
    return parse(text.replace(/^\uFEFF/, ""), undefined, {
      onDuplicateKey: ({ oldValue, newValue }) => {
        const isKnown = oldValue instanceof ConflictingValues;
        const conflict = isKnown ? oldValue : new ConflictingValues([oldValue] as JsonValue[]);
        conflict.values.push(newValue as JsonValue);
        return conflict;
      },
    }) as JsonValue;
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "it cannot be read";
    throw new NotJson(`the body is not JSON: ${reason.slice(0, 200)}`);
  }
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !isLosslessNumber(value) &&
    !(value instanceof ConflictingValues)
  );
}

export const maxDepth = 64;

/**
 * Counts brackets and commas outside strings, so that neither hostile nesting nor hostile numbers
 * ever reach the recursive parser: a value takes about a hundred bytes of memory and a microsecond.
 * @throws {UnreadableBody}
 */
function requireBounded(text: string, mostValues: number): number {
  const itemsAt: number[] = [];
  let values = 1;
  let longest = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isInString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x2c) {
      values++;
      const items = (itemsAt.pop() ?? 1) + 1;
      itemsAt.push(items);
      if (items > longest) longest = items;
    } else if (code === 0x5b || code === 0x7b) {
      // The closing bracket is two behind; a list that is empty holds nothing.
      if (text.charCodeAt(i + 1) !== code + 2) values++;
      if (itemsAt.push(1) > maxDepth) {
        throw new UnreadableBody(`the body is nested more than ${maxDepth} levels deep`);
      }
    } else if (code === 0x5d || code === 0x7d) itemsAt.pop();
  }
  if (values <= mostValues) return values;
  const [all, most, inOne] = [values, mostValues, longest].map((count) =>
    count.toLocaleString("en"),
  );
  throw new UnreadableBody(
    `holds about ${all} values, ${inOne} of them beside each other; at most ${most} are read at once`,
  );
}
