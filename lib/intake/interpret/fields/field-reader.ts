import { isLosslessNumber } from "lossless-json";
import {
  type Member,
  maxKeyLength,
  mergeMembers,
  openObject,
  toExactText,
  toMeaning,
  toPlainNumber,
} from "../json/members";
import { isJsonObject, type JsonValue, nameForm, sanitizeText } from "../json/read-json";
import { MemberReader } from "./member-reader";
import { readInstant } from "./read-instant";

/**
 * Reads the fields of one object. A value that is missing or can mean several things is a problem, and
 * the field is empty: null, or '' for a text. One that was taken in another type is a notice.
 */
export class FieldReader extends MemberReader {
  text(name: string, { maxLength = Number.POSITIVE_INFINITY, mayBeEmpty = true } = {}): string {
    const text = this.#toText(name, this.#required(name, forms.text));
    if (text === undefined) return "";
    if (!mayBeEmpty && text.trim() === "") {
      this.problem(name, "must not be empty");
      return "";
    }
    return this.#toFitting(name, text, maxLength) ?? "";
  }

  /** A text that names something: it must be exact, so nothing in it is replaced. */
  key(name: string): string {
    const value = this.#required(name, forms.text);
    if (typeof value === "string" && sanitizeText(value) !== value) {
      this.problem(name, "holds characters that can't be stored (NUL or half of a surrogate pair)");
      return "";
    }
    const key = this.#toKey(name, value) ?? "";
    if (key === "" && !this.hasProblem(name)) this.problem(name, "must not be empty");
    return key;
  }

  /** The same where there may be none. */
  nullableKey(name: string): string | null {
    const value = this.#open(name, this.#nullable(name), ["id", "name"]);
    if (value === null) return null;
    const key = this.#toKey(name, value);
    if (key === "") this.notice(name, "is empty; taken as null");
    return key || null;
  }

  nullableText(name: string, maxLength = Number.POSITIVE_INFINITY): string | null {
    const value = this.#nullable(name);
    const text = value === null ? undefined : this.#toText(name, value);
    return this.#toFitting(name, text, maxLength) ?? null;
  }

  /** A text without spaces around it, in Unicode's NFC. */
  exactText(name: string): string {
    return this.#toExact(name, this.#required(name, forms.text)) ?? "";
  }

  /** A URL, also as that of an object. */
  url(name: string): string {
    return this.#toText(name, this.#open(name, this.#required(name, forms.text), urlKeys)) ?? "";
  }

  nullableUrl(name: string): string | null {
    const value = this.#open(name, this.#nullable(name), urlKeys);
    return value === null ? null : (this.#toText(name, value) ?? null);
  }

  integer(name: string): number | null {
    const value = this.#required(name, forms.integer, (one) => toWritten(one) ?? toMeaning(one));
    if (value === undefined) return null;
    const written = toWritten(value);
    const isWhole = written !== null && !written.includes(".");
    if (!isLosslessNumber(value) || !isWhole) {
      this.observeForm(name, forms.integer, nameForm(value));
    }
    const number = Number(written);
    if (!isWhole || Math.abs(number) > maxInteger) {
      this.problem(name, `must be a whole number between -${maxInteger} and ${maxInteger}`);
      return null;
    }
    if (typeof value === "string") this.notice(name, `is text; taken as ${number}`);
    return number;
  }

  boolean(name: string): boolean | null {
    const value = this.#required(name, forms.boolean, (one) => String(toBoolean(one)));
    if (value === undefined || typeof value === "boolean") return value ?? null;
    this.observeForm(name, forms.boolean, nameForm(value));
    const meaning = toBoolean(value);
    const written = isLosslessNumber(value) ? value.value : value;
    if (meaning === undefined) this.problem(name, "must be true or false");
    else this.notice(name, `is ${JSON.stringify(written)}; taken as ${meaning}`);
    return meaning ?? null;
  }

  /** @returns ISO 8601 in UTC. */
  instant(name: string, timeZone: string): string | null {
    const value = this.#required(name, forms.instant, (one) => {
      const read = readInstant(toTime(one), timeZone);
      return "at" in read ? read.at : toMeaning(one);
    });
    if (value === undefined) return null;
    const read = readInstant(toTime(value), timeZone);
    if ("fault" in read) {
      this.problem(name, read.fault);
      const form = nameForm(value);
      this.observeForm(name, forms.instant, form === "text" ? "another text" : form);
      return null;
    }
    for (const notice of read.notices) this.notice(name, notice);
    if (read.form) this.observeForm(name, forms.instant, read.form);
    return read.at;
  }

  #required(
    name: string,
    expected: string,
    meaningOf?: (value: JsonValue) => string,
  ): JsonValue | undefined {
    const value = this.take(name, meaningOf);
    if (value !== undefined && value !== null) return value;
    if (!this.hasProblem(name)) {
      this.problem(name, `${value === null ? "is null" : "is missing"}; expected ${expected}`);
      if (value === null) this.observeForm(name, expected, "null");
      else this.observeMissing(name);
    }
    return undefined;
  }

  /** Null also where it is missing or empty. */
  #nullable(name: string): JsonValue {
    const value = this.take(name);
    if (value !== undefined && value !== null && value !== "") return value;
    if (value !== null && !this.hasProblem(name)) {
      this.notice(name, value === "" ? "is empty; taken as null" : "is missing; taken as null");
      if (value === undefined) this.observeMissing(name);
    }
    return null;
  }

  /** The one member of these names that an object holds, or the only item of a list. */
  #open(name: string, value: JsonValue | undefined, inner: string[]): JsonValue | undefined {
    if (Array.isArray(value) && value.length === 1) {
      this.notice(name, "is a list; its only item is taken");
      this.observeForm(name, forms.text, nameForm(value));
      return this.#open(name, value[0], inner);
    }
    if (!isJsonObject(value)) return value;
    const members = openObject(value, "") ?? [];
    const told = inner.flatMap((one) => members.filter((member) => isTold(member, one)))[0];
    if (!told) return value;
    this.notice(name, `is an object; its ${told.key} is taken`);
    this.observeForm(name, forms.text, nameForm(value));
    const others = members.filter((member) => member !== told);
    if (others.length > 0) this.beside.push({ key: name, value: mergeMembers(others) });
    return told.value;
  }

  #toKey(name: string, value: JsonValue | undefined): string | undefined {
    return this.#toFitting(name, this.#toExact(name, value), maxKeyLength);
  }

  /** Trimmed and in Unicode's NFC, so that one id has one form; numbers in one form, too. */
  #toExact(name: string, value: JsonValue | undefined): string | undefined {
    const plain = isLosslessNumber(value) ? toPlainNumber(value.value) : "";
    if (plain === null) {
      this.problem(name, "is a number of more digits than can be kept");
      return undefined;
    }
    const text = this.#toText(name, value);
    if (text === undefined) return undefined;
    const exact = toExactText(plain || text);
    if (!plain && exact !== text && exact !== "") {
      const isTrimmed = text.trim() !== text;
      this.notice(
        name,
        isTrimmed ? "has spaces around it; taken without" : "isn't in NFC; taken so",
      );
    }
    return exact;
  }

  #toText(name: string, value: JsonValue | undefined): string | undefined {
    if (value === undefined) return undefined;
    if (typeof value === "string") {
      const storable = sanitizeText(value);
      if (storable !== value) this.notice(name, "holds characters that can't be stored; replaced");
      return storable;
    }
    if (isLosslessNumber(value)) {
      this.notice(name, "is a number; taken as text");
      this.observeForm(name, forms.text, nameForm(value));
      return value.value;
    }
    if (value !== null) this.observeForm(name, forms.text, nameForm(value));
    this.problem(name, "must be text");
    return undefined;
  }

  /** Undefined where it is too long. */
  #toFitting(name: string, text: string | undefined, most: number): string | undefined {
    if (text === undefined || text.length <= most) return text;
    const characters = countCharacters(text);
    if (characters <= most) return text;
    this.problem(name, `has ${characters} characters; at most ${most} can be kept`);
    return undefined;
  }
}

/** As people and the database count them, whose characters may take two units. */
function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}

/** In the words of the interface. */
const forms = {
  text: "text",
  integer: "a whole number",
  boolean: "true or false",
  instant: "a date and time",
};

const maxInteger = 2_147_483_647;
const booleanSpellings = new Map([
  ...["true", "1", "yes", "y", "t", "on"].map((word) => [word, true] as const),
  ...["false", "0", "no", "n", "f", "off"].map((word) => [word, false] as const),
]);

/** A number, also in a text, in its one form; null: it is none. */
function toWritten(value: JsonValue): string | null {
  if (isLosslessNumber(value)) return toPlainNumber(value.value);
  return typeof value === "string" ? toPlainNumber(value.trim()) : null;
}

function toTime(value: JsonValue): string {
  return (typeof value === "string" ? value : toWritten(value)) ?? "";
}

function toBoolean(value: JsonValue): boolean | undefined {
  if (typeof value === "boolean") return value;
  const written = isLosslessNumber(value) ? toPlainNumber(value.value) : value;
  return typeof written === "string"
    ? booleanSpellings.get(written.trim().toLowerCase())
    : undefined;
}

const urlKeys = ["url", "href", "uri", "link", "src"];

function isTold({ name, value }: Member, wanted: string): boolean {
  const isScalar = typeof value === "string" || isLosslessNumber(value);
  return name === wanted && isScalar && value !== "";
}
