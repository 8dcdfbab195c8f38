import { isLosslessNumber, type LosslessNumber, parse } from "lossless-json";
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

/** @throws {UnreadableBody} with the place of the fault. */
export function readJson(text: string): JsonValue {
  if (isDeeperThan(text, maxDepth)) {
    throw new UnreadableBody(`the body is nested more than ${maxDepth} levels deep`);
  }
  try {
    return parse(text.replace(/^\uFEFF/, ""), undefined, {
      onDuplicateKey: ({ oldValue, newValue }) => {
        const before = oldValue instanceof ConflictingValues ? oldValue.values : [oldValue];
        return new ConflictingValues([...before, newValue] as JsonValue[]);
      },
    }) as JsonValue;
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "it cannot be read";
    throw new UnreadableBody(`the body is not JSON: ${reason.slice(0, 200)}`);
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

const maxDepth = 64;

/** Counts brackets outside strings, so that hostile nesting never reaches the recursive parser. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isInString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}
