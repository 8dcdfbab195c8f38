import { budgets } from "@/lib/platform/settings/budgets";
import { toMembers } from "./json/members";
import {
  ConflictingValues,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  maxDepth,
  NotJson,
  readCountedJson,
  readJson,
} from "./json/read-json";
import { UnreadableBody } from "./json/read-text";
import { isApart } from "./records/look-last";
import { requireFew } from "./records/record-candidates";
import { hasOwnField } from "./records/weigh-record";

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

/** A list in a JSON text that stands in nothing but objects, cut between its items. */
export type TextList = {
  /** Of its brackets. */
  from: number;
  to: number;
  /** The keys of the objects in which it stands, the outermost first. */
  keys: string[];
  items: number;
  slices: TextSlice[];
};

/** Some items of a list, from the first character to behind the last. */
type TextSlice = { from: number; to: number; items: number };

/**
 * Finds the lists of a JSON text in which records may stand, the longest first; none where the text
 * isn't one JSON value. It is looked at in steps: each `next` takes a bounded time.
 * @throws {UnreadableBody} for what is nested too deeply
 */
export function* findLists(text: string): Generator<void, TextList[]> {
  const search = new ListSearch(text);
  for (let to = stepCharacters; search.at < text.length; to += stepCharacters) {
    search.goOn(Math.min(to, text.length));
    yield;
  }
  return search.lists();
}

const stepCharacters = 1024 * 1024;
const { slice: most } = budgets.delivery;

type Part = {
  isList: boolean;
  from: number;
  /** Every part around it is an object. */
  isPlain: boolean;
  /** Of an object: the text of the key whose value stands next. */
  key: { from: number; to: number };
  /** Of a plain list: where its next slice begins, and how many items that has so far. */
  sliceFrom: number;
  items: number;
  slices: TextSlice[];
};

/** Brackets, commas and strings are all it looks at; whoever parses the slices finds other faults. */
class ListSearch {
  at = 0;
  readonly #text: string;
  readonly #open: Part[] = [];
  readonly #found: TextList[] = [];
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  lists(): TextList[] {
    if (this.#open.length > 0 || this.#values !== 1) return [];
    return this.#found
      .filter(({ keys }) => !keys.some(isApart) && !keys.includes("__proto__"))
      .sort((one, other) => other.to - other.from - (one.to - one.from))
      .slice(0, mostLists);
  }

  goOn(end: number): void {
    const text = this.#text;
    const open = this.#open;
    let part = open.at(-1);
    let at = this.at;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        const from = at;
        at = endOfString(text, at);
        if (!part) this.#values++;
        else if (!part.isList && part.isPlain) {
          const colon = skipSpace(text, at + 1);
          if (text.charCodeAt(colon) === 0x3a) part.key = { from, to: at + 1 };
        }
      } else if (code === 0x2c) {
        if (part?.isList && part.isPlain) cutAt(part, at);
      } else if (code === 0x5b || code === 0x7b) {
        if (!part) this.#values++;
        const isPlain: boolean = !part || (part.isPlain && !part.isList);
        const isList = code === 0x5b;
        const place = { from: at, sliceFrom: at + 1, key: { from: 0, to: 0 } };
        part = { isList, isPlain, ...place, items: 0, slices: [] };
        if (open.push(part) > maxDepth) {
          throw new UnreadableBody(`the body is nested more than ${maxDepth} levels deep`);
        }
      } else if (code === 0x5d || code === 0x7d) {
        const closed = open.pop();
        // One that closes nothing makes it no JSON.
        if (!closed) this.#values = 2;
        part = open.at(-1);
        if (closed?.isList && closed.isPlain) this.#add(closed, at);
      } else if (!part && code > 0x20) this.#values++;
    }
    this.at = at;
  }

  #add({ from, sliceFrom, items, slices: before }: Part, end: number): void {
    if (before.length === 0 && end - from <= most.characters) return;
    const slices = [...before, { from: sliceFrom, to: end, items: items + 1 }];
    const keys = this.#open.map(({ key }) => readKey(this.#text.slice(key.from, key.to)));
    const all = slices.reduce((sum, slice) => sum + slice.items, 0);
    this.#found.push({ from, to: end + 1, keys, items: all, slices });
  }
}

const mostLists = 3;

function cutAt(part: Part, at: number): void {
  part.items++;
  if (part.items < most.records && at - part.sliceFrom < most.characters) return;
  part.slices.push({ from: part.sliceFrom, to: at, items: part.items });
  part.sliceFrom = at + 1;
  part.items = 0;
}

/** Of the quote that ends it, or of the end of the text. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return at;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function readKey(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return "__proto__";
  }
}
