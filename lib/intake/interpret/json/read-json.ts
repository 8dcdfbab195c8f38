import { isLosslessNumber, LosslessNumber, parse } from "lossless-json";
import { budgets } from "@/lib/platform/settings/budgets";
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
  const { values, members, isPlain } = survey(text, mostValues);
  const value = isPlain ? parsePlain(text, members) : undefined;
  return { value: value === undefined ? parseExactly(text) : value, values };
}

/**
 * By the parser of the language, which reads each number of a plain text to the last digit.
 * Undefined: the text is no JSON, or has keys that it doesn't tell.
 */
function parsePlain(text: string, members: number): JsonValue | undefined {
  const keeper = new Keeper();
  try {
    const value = keeper.keep(JSON.parse(text));
    // Of a key that is given several times it keeps the last value.
    return keeper.members === members ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps numbers as they were written, and counts members. */
class Keeper {
  members = 0;

  keep(value: unknown): JsonValue {
    if (typeof value === "number") return new LosslessNumber(String(value));
    if (typeof value !== "object" || value === null) return value as string | boolean | null;
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) {
        const item = value[at];
        if (typeof item === "number" || typeof item === "object") value[at] = this.keep(item);
      }
      return value;
    }
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) {
      const item = object[key];
      // Setting this one would set something else.
      if (key !== "__proto__") this.members++;
      // Node 24 takes an escaped key for one with a backslash that it met before in such an object.
      if (key.includes("\\")) this.members = Number.NaN;
      if (typeof item === "number" || typeof item === "object") object[key] = this.keep(item);
    }
    return object as JsonObject;
  }
}

function parseExactly(text: string): JsonValue {
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
    !(value instanceof LosslessNumber) &&
    !(value instanceof ConflictingValues)
  );
}

export const maxDepth = 64;

type Survey = {
  /** About how many there are. */
  values: number;
  /** Keys with a value, if it is JSON. */
  members: number;
  /** All brackets are closed, and every number is written as the language itself writes it. */
  isPlain: boolean;
};

/**
 * Counts brackets, commas and colons outside strings, so that neither hostile nesting nor hostile
 * numbers ever reach a recursive parser: a value takes about a hundred bytes of memory and a microsecond.
 * @throws {UnreadableBody}
 */
function survey(text: string, mostValues: number): Survey {
  const itemsAt: number[] = [];
  let values = 1;
  let longest = 0;
  let members = 0;
  let isPlain = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) i = endOfString(text, i);
    else if (code === 0x3a) members++;
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
    else if (isPlain && (isDigit(code) || code === 0x2d)) {
      const from = i;
      while (isInNumber(text.charCodeAt(i + 1))) i++;
      const number = text.slice(from, i + 1);
      isPlain = String(Number(number)) === number;
    }
  }
  // What isn't closed is broken: two parsers needn't find that out.
  if (values <= mostValues) return { values, members, isPlain: isPlain && itemsAt.length === 0 };
  const [all, most, inOne] = [values, mostValues, longest].map((count) =>
    count.toLocaleString("en"),
  );
  throw new UnreadableBody(
    `holds about ${all} values, ${inOne} of them beside each other; at most ${most} are read at once`,
  );
}

/** Of the quote that ends it, or the last of the text. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at++;
  }
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Digits, a sign, a point, or an exponent. */
function isInNumber(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x2d || code === 0x2b || (code | 0x20) === 0x65;
}

/** Opens texts that hold an object or a list as JSON; all those of a body share what one may hold. */
export class JsonStrings {
  #valuesLeft: number = budgets.delivery.atOnce.values;
  /** How many values were to be opened, whatever they are. */
  asked = 0;

  /** What the text holds; the value itself where it is no such text. */
  open(value: JsonValue | undefined): JsonValue | undefined {
    this.asked++;
    if (typeof value !== "string" || !mayHold(value)) return value;
    try {
      const read = readCountedJson(value, this.#valuesLeft);
      this.#valuesLeft -= read.values;
      return this.open(read.value);
    } catch (error) {
      if (!(error instanceof UnreadableBody)) throw error;
      return value;
    }
  }
}

/** Whether this may be an object or a list, or hold one. A text may hold a text that holds it. */
export function mayHold(value: JsonValue): boolean {
  return typeof value === "string" ? /^\s*[{["]/.test(value) : typeof value === "object";
}

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
