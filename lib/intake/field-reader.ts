import { isLosslessNumber } from "lossless-json";
import { canonicalKey } from "./canonical-key";
import { readInstant } from "./read-instant";
import { ConflictingValues, isJsonObject, type JsonObject, type JsonValue } from "./read-json";
import { toStorableText } from "./storable-text";

/** Something about one place in a body: why a record is held back, or how a value was taken. */
export type Remark = { path: string; message: string };
export type Remarks = {
  problems: Remark[];
  notices: Remark[];
  /** Where each field was looked for, if anybody wants to know. */
  sources?: FieldSource[];
};

/** A field that was looked for, the keys that it was found under, and what stood there. */
export type FieldSource = { path: string; keys: string[]; given: JsonValue[] };

/**
 * Reads the fields of one object by name, whatever their spelling. A value that is missing or can
 * mean several things is a problem; one that was taken in another type is a notice.
 */
export class FieldReader {
  readonly #members = new Map<string, [key: string, value: JsonValue][]>();
  readonly #read = new Set<string>();

  constructor(
    object: JsonObject,
    readonly path: string,
    readonly remarks: Remarks,
  ) {
    for (const [key, value] of Object.entries(object)) {
      const canonical = canonicalKey(key);
      this.#members.set(canonical, [...(this.#members.get(canonical) ?? []), [key, value]]);
    }
  }

  /** The value of a field, undefined when it is absent or given twice with different values. */
  take(name: string): JsonValue | undefined {
    this.#read.add(canonicalKey(name));
    const members = this.#members.get(canonicalKey(name)) ?? [];
    const given = members.flatMap(([, value]) =>
      value instanceof ConflictingValues ? value.values : [value],
    );
    const keys = members.map(([key]) => key);
    this.remarks.sources?.push({ path: this.#pathOf(name), keys, given });
    const [first, ...others] = given;
    if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
      this.problem(name, "is given several times with different values");
      return undefined;
    }
    return first;
  }

  text(name: string, { maxLength = Number.POSITIVE_INFINITY, mayBeEmpty = true } = {}): string {
    const text = this.#toText(name, this.#required(name, "text"));
    if (text === undefined) return "";
    if (!mayBeEmpty && text.trim() === "") this.problem(name, "must not be empty");
    if (text.length > maxLength) {
      this.problem(name, `has ${text.length} characters; at most ${maxLength} can be kept`);
    }
    return text;
  }

  /** A text that names something: it must be exact, so nothing in it is replaced. */
  key(name: string): string {
    const value = this.#required(name, "text");
    if (typeof value === "string" && toStorableText(value) !== value) {
      this.problem(name, "holds characters that can't be stored (NUL or half of a surrogate pair)");
      return "";
    }
    const text = this.#toText(name, value) ?? "";
    if (value !== undefined && text.trim() === "") this.problem(name, "must not be empty");
    if (text.length > maxKeyLength) {
      this.problem(name, `has ${text.length} characters; at most ${maxKeyLength} can be kept`);
    }
    return text;
  }

  nullableText(name: string, maxLength = Number.POSITIVE_INFINITY): string | null {
    const value = this.take(name);
    if (value === undefined || value === null || value === "") {
      if (value !== null && !this.#hasProblem(name)) {
        this.notice(name, value === "" ? "is empty; taken as null" : "is missing; taken as null");
      }
      return null;
    }
    const text = this.#toText(name, value) ?? null;
    if (text !== null && text.length > maxLength) {
      this.problem(name, `has ${text.length} characters; at most ${maxLength} can be kept`);
    }
    return text;
  }

  integer(name: string): number {
    const value = this.#required(name, "a whole number");
    if (value === undefined) return 0;
    const written = isLosslessNumber(value) ? value.value : value;
    const number =
      typeof written === "string" && written.trim() !== "" ? Number(written) : Number.NaN;
    if (!Number.isInteger(number) || Math.abs(number) > maxInteger) {
      this.problem(name, `must be a whole number between -${maxInteger} and ${maxInteger}`);
      return 0;
    }
    if (typeof value === "string") this.notice(name, `is text; taken as ${number}`);
    return number;
  }

  boolean(name: string): boolean {
    const value = this.#required(name, "true or false");
    if (value === undefined || typeof value === "boolean") return value ?? false;
    const written = isLosslessNumber(value) ? value.value : value;
    const meaning =
      typeof written === "string" ? booleanSpellings.get(written.trim().toLowerCase()) : undefined;
    if (meaning === undefined) this.problem(name, "must be true or false");
    else this.notice(name, `is ${JSON.stringify(written)}; taken as ${meaning}`);
    return meaning ?? false;
  }

  /** @returns ISO 8601 in UTC. */
  instant(name: string, timeZone: string): string {
    const value = this.#required(name, "a date and time");
    if (value === undefined) return "";
    const read = readInstant(typeof value === "string" ? value : "", timeZone);
    if ("fault" in read) {
      this.problem(name, read.fault);
      return "";
    }
    if (read.assumed) this.notice(name, `carries no zone; taken in ${read.assumed}`);
    return read.at;
  }

  /** An object in its own right, with the JSON:API envelope removed if it has one. */
  object(name: string): JsonObject | undefined {
    const value = this.take(name);
    if (isJsonObject(value)) return value;
    if (!this.#hasProblem(name)) {
      this.problem(name, value === undefined ? "is missing" : "must be an object");
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.#members.has(canonicalKey(name));
  }

  /** What nobody asked for, under the names that it came with. */
  rest(): JsonObject {
    const unread = [...this.#members].filter(([canonical]) => !this.#read.has(canonical));
    return Object.fromEntries(unread.flatMap(([, members]) => members));
  }

  problem(name: string, message: string): void {
    this.remarks.problems.push({ path: this.#pathOf(name), message });
  }

  notice(name: string, message: string): void {
    this.remarks.notices.push({ path: this.#pathOf(name), message });
  }

  #required(name: string, expected: string): JsonValue | undefined {
    const value = this.take(name);
    if (value !== undefined && value !== null) return value;
    if (!this.#hasProblem(name)) {
      this.problem(name, `${value === null ? "is null" : "is missing"}; expected ${expected}`);
    }
    return undefined;
  }

  #toText(name: string, value: JsonValue | undefined): string | undefined {
    if (value === undefined) return undefined;
    if (typeof value === "string") {
      const storable = toStorableText(value);
      if (storable !== value) this.notice(name, "holds characters that can't be stored; replaced");
      return storable;
    }
    if (isLosslessNumber(value)) {
      this.notice(name, "is a number; taken as text");
      return value.value;
    }
    this.problem(name, "must be text");
    return undefined;
  }

  #hasProblem(name: string): boolean {
    return this.remarks.problems.some(({ path }) => path === this.#pathOf(name));
  }

  #pathOf(name: string): string {
    return this.path ? `${this.path}.${name}` : name;
  }
}

/** Longer texts don't fit into an index; 600 characters of any script do. */
export const maxKeyLength = 600;

const maxInteger = 2_147_483_647;
const booleanSpellings = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);
