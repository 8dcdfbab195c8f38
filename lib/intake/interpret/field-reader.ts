import { isLosslessNumber } from "lossless-json";
import { canonicalKey } from "./canonical-key";
import { nameForm, nameSpelling } from "./name-form";
import { type Observation, observeKeys } from "./observation";
import { readInstant } from "./read-instant";
import { ConflictingValues, isJsonObject, type JsonObject, type JsonValue } from "./read-json";
import { toStorableText } from "./storable-text";

/** Something about one place in a body: why a record is held back, or how a value was taken. */
export type Remark = { path: string; message: string };
export type Remarks = {
  problems: Remark[];
  notices: Remark[];
  observations: Observation[];
  /** Where each field was looked for, if anybody wants to know. */
  sources?: FieldSource[];
};

/** A field that was looked for, the keys that it was found under, and what stood there. */
export type FieldSource = { path: string; keys: string[]; given: JsonValue[] };

/**
 * Reads the fields of one object by name, whatever their spelling. A value that is missing or can
 * mean several things is a problem; one that was taken in another type is a notice. What differs
 * from the interface is an observation besides.
 */
export class FieldReader {
  readonly #members = new Map<string, [key: string, value: JsonValue][]>();
  readonly #read = new Set<string>();

  constructor(
    object: JsonObject,
    readonly path: string,
    readonly remarks: Remarks,
    /** Its own path within the record. */
    readonly place: string[] = [],
  ) {
    for (const [key, value] of Object.entries(object)) {
      const canonical = canonicalKey(key);
      const spelled = this.#members.get(canonical);
      if (spelled) spelled.push([key, value]);
      else this.#members.set(canonical, [[key, value]]);
    }
  }

  /** The value of a field, undefined when it is absent or given twice with different values. */
  take(name: string): JsonValue | undefined {
    this.#read.add(canonicalKey(name));
    const members = this.#members.get(canonicalKey(name)) ?? [];
    for (const [key] of members) this.#observeSpelling(name, key);
    const given = members.flatMap(([, value]) =>
      value instanceof ConflictingValues ? value.values : [value],
    );
    const keys = members.map(([key]) => key);
    this.remarks.sources?.push({ path: this.#pathOf(name), keys, given });
    const [first, ...others] = given;
    if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
      this.problem(name, "is given several times with different values");
      this.#observe({ kind: "type", ...this.#at(name), expected: "one value", found: "several" });
      return undefined;
    }
    return first;
  }

  text(name: string, { maxLength = Number.POSITIVE_INFINITY, mayBeEmpty = true } = {}): string {
    const text = this.#toText(name, this.#required(name, forms.text));
    if (text === undefined) return "";
    if (!mayBeEmpty && text.trim() === "") this.problem(name, "must not be empty");
    if (text.length > maxLength) {
      this.problem(name, `has ${text.length} characters; at most ${maxLength} can be kept`);
    }
    return text;
  }

  /** A text that names something: it must be exact, so nothing in it is replaced. */
  key(name: string): string {
    const value = this.#required(name, forms.text);
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
        if (value === undefined) this.#observeMissing(name);
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
    const value = this.#required(name, forms.integer);
    if (value === undefined) return 0;
    const written = isLosslessNumber(value) ? value.value : value;
    const number =
      typeof written === "string" && written.trim() !== "" ? Number(written) : Number.NaN;
    if (!isLosslessNumber(value) || !Number.isInteger(number)) {
      this.#observeForm(name, forms.integer, nameForm(value));
    }
    if (!Number.isInteger(number) || Math.abs(number) > maxInteger) {
      this.problem(name, `must be a whole number between -${maxInteger} and ${maxInteger}`);
      return 0;
    }
    if (typeof value === "string") this.notice(name, `is text; taken as ${number}`);
    return number;
  }

  boolean(name: string): boolean {
    const value = this.#required(name, forms.boolean);
    if (value === undefined || typeof value === "boolean") return value ?? false;
    this.#observeForm(name, forms.boolean, nameForm(value));
    const written = isLosslessNumber(value) ? value.value : value;
    const meaning =
      typeof written === "string" ? booleanSpellings.get(written.trim().toLowerCase()) : undefined;
    if (meaning === undefined) this.problem(name, "must be true or false");
    else this.notice(name, `is ${JSON.stringify(written)}; taken as ${meaning}`);
    return meaning ?? false;
  }

  /** @returns ISO 8601 in UTC. */
  instant(name: string, timeZone: string): string {
    const value = this.#required(name, forms.instant);
    if (value === undefined) return "";
    const read = readInstant(typeof value === "string" ? value : "", timeZone);
    if ("fault" in read) {
      this.problem(name, read.fault);
      const form = nameForm(value);
      this.#observeForm(name, forms.instant, form === "text" ? "another text" : form);
      return "";
    }
    if (read.assumed) {
      this.notice(name, `carries no zone; taken in ${read.assumed}`);
      this.#observeForm(name, forms.instant, "one without a zone");
    }
    return read.at;
  }

  /** An object in its own right, with the JSON:API envelope removed if it has one. */
  object(name: string): JsonObject | undefined {
    const value = this.take(name);
    if (isJsonObject(value)) return value;
    if (!this.#hasProblem(name)) {
      this.problem(name, value === undefined ? "is missing" : "must be an object");
      if (value === undefined) this.#observeMissing(name);
      else this.#observeForm(name, "an object", nameForm(value));
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.#members.has(canonicalKey(name));
  }

  /** What nobody asked for, under the names that it came with. */
  rest(): JsonObject {
    const unread = [...this.#members].filter(([canonical]) => !this.#read.has(canonical));
    const members = unread.flatMap(([, given]) => given);
    this.remarks.observations.push(
      ...observeKeys(
        "unknown_field",
        members.map(([key]) => key),
        this.place,
      ),
    );
    return Object.fromEntries(members);
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
      if (value === null) this.#observeForm(name, expected, "null");
      else this.#observeMissing(name);
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
      this.#observeForm(name, forms.text, nameForm(value));
      return value.value;
    }
    if (value !== null) this.#observeForm(name, forms.text, nameForm(value));
    this.problem(name, "must be text");
    return undefined;
  }

  #observeForm(name: string, expected: string, found: string): void {
    this.#observe({ kind: "type", ...this.#at(name), expected, found });
  }

  #observeMissing(name: string): void {
    this.#observe({ kind: "missing_field", ...this.#at(name) });
  }

  #observeSpelling(name: string, key: string): void {
    const spelling = nameSpelling(name, key);
    if (spelling !== null) this.#observe({ kind: "form", path: ["names"], found: spelling });
  }

  #observe(observation: Observation): void {
    this.remarks.observations.push(observation);
  }

  #at(name: string): Pick<Observation, "path"> {
    return { path: [...this.place, name] };
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

/** In the words of the interface. */
const forms = {
  text: "text",
  integer: "a whole number",
  boolean: "true or false",
  instant: "a date and time",
};

const maxInteger = 2_147_483_647;
const booleanSpellings = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);
