import { isLosslessNumber } from "lossless-json";
import {
  ConflictingValues,
  isJsonObject,
  type JsonObject,
  type JsonStrings,
  type JsonValue,
} from "./read-json";

/** One key of an object with its value, and where in the body the object stands. */
export type Member = {
  /** The key in the one spelling of names; another name where it stands for that. */
  name: string;
  key: string;
  value: JsonValue;
  /** JSON path of the object. */
  at: string;
};

export function toMembers(object: JsonObject, at: string): Member[] {
  return Object.keys(object).map((key) => ({
    name: canonicalKey(key),
    key,
    value: object[key] ?? null,
    at,
  }));
}

/** The member of this name, whatever its spelling; the first of several. */
export function findMember(object: JsonObject, name: string, at: string): Member | undefined {
  const key = name in object ? name : Object.keys(object).find((one) => canonicalKey(one) === name);
  const value = key === undefined ? undefined : object[key];
  return key === undefined || value === undefined ? undefined : { name, key, value, at };
}

export function placeOf({ at, key }: Member): string {
  return join(at, key);
}

export function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}

/**
 * The members of what one field holds as an object: also as its only item in a list, as JSON in a
 * text, or as a JSON:API resource. Undefined: it holds no object.
 */
export function openObject(
  given: JsonValue | undefined,
  at: string,
  strings?: JsonStrings,
): Member[] | undefined {
  const value = strings ? strings.open(given) : given;
  if (Array.isArray(value) && value.length === 1) return openObject(value[0], `${at}[0]`, strings);
  if (!isJsonObject(value)) return undefined;
  const members = toMembers(value, at);
  const data = members.find(({ name }) => name === "data");
  if (isJsonObject(data?.value) && members.every(({ name }) => documentNames.has(name))) {
    const others = members.filter(({ name }) => name === "meta");
    return [...(openObject(data.value, placeOf(data), strings) ?? []), ...others];
  }
  const attributes = members.find(({ name }) => name === "attributes");
  return isJsonObject(attributes?.value) ? openResource(value, at) : members;
}

/** The members of a JSON:API resource, with or without its attributes apart. */
export function openResource(resource: JsonObject, at: string): Member[] {
  const beside = toMembers(resource, at).filter(({ name }) => name !== "type");
  const attributes = beside.find(({ name }) => name === "attributes");
  if (!attributes || !isJsonObject(attributes.value)) return beside;
  return [
    ...toMembers(attributes.value, placeOf(attributes)),
    ...beside.filter((member) => member !== attributes),
  ];
}

/** One object of members from several places; what differs under one key stands side by side. */
export function mergeMembers(members: Pick<Member, "key" | "value">[]): JsonObject {
  const merged: JsonObject = {};
  /** Of each key that is given several times, the different values by their texts. */
  const several = new Map<string, Map<string, JsonValue>>();
  for (const { key, value } of members) {
    const first = Object.hasOwn(merged, key) ? merged[key] : undefined;
    if (first === undefined) {
      setMember(merged, key, value);
      continue;
    }
    const values = several.get(key) ?? new Map([[JSON.stringify(first), first]]);
    several.set(key, values);
    const text = JSON.stringify(value);
    if (!values.has(text)) values.set(text, value);
  }
  for (const [key, values] of several) {
    if (values.size > 1) setMember(merged, key, new ConflictingValues([...values.values()]));
  }
  return merged;
}

/** Assigning to this one key would change what the object is. */
function setMember(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true });
}

const documentNames = new Set(["data", "links", "meta", "jsonapi"]);

/**
 * One spelling for `first_name`, `first-name`, `firstName` and `FirstName`, and one for
 * `customer.email` and `customer[email]`.
 */
export function canonicalKey(key: string): string {
  const known = recent.get(key);
  if (known !== undefined) return known;
  const canonical = key.replaceAll(/[_\-\s.[\]]/g, "").toLowerCase();
  if (key.length <= mostRecent.characters) {
    if (recent.size >= mostRecent.keys) recent.clear();
    recent.set(key, canonical);
  }
  return canonical;
}

/** Most keys are those of the delivery before. */
const recent = new Map<string, string>();
const mostRecent = { keys: 2_000, characters: 100 };

/**
 * One form of a decimal number, whatever its spelling: `7`, `7.0` and `70e-1` are all `7`. Null: it
 * is no number as JSON writes one, or has more digits than anybody reads.
 */
export function toPlainNumber(written: string): string | null {
  const match = pattern.exec(written);
  if (!match) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const all = whole + fraction;
  let [from, to] = [0, all.length];
  while (from < to && all[from] === "0") from++;
  while (to > from && all[to - 1] === "0") to--;
  if (from === to) return "0";
  const digits = all.slice(from, to);
  /** So many of the digits stand before the point. */
  const point = whole.length - from + Number(exponent);
  if (digits.length > mostDigits || Math.abs(point) > mostDigits) return null;
  if (point <= 0) return `${toSign(sign)}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return toSign(sign) + digits.padEnd(point, "0");
  return `${toSign(sign)}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const pattern = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const mostDigits = 1_000;

function toSign(sign: string): string {
  return sign === "-" ? "-" : "";
}

/** Longer texts don't fit into an index; 600 characters of any script do. */
export const maxKeyLength = 600;

/** What two values share that mean the same: 7, 7.0 and " 7 "; true and "true". */
export function toMeaning(value: JsonValue): string {
  if (isLosslessNumber(value)) return toPlainNumber(value.value) ?? value.value;
  return typeof value === "string" ? toExactText(value) : JSON.stringify(value);
}

/** Trimmed, and in Unicode's NFC unless it is too long for a name: that can take the square of it. */
export function toExactText(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 4 * maxKeyLength ? trimmed : trimmed.normalize("NFC");
}

/** One key may have been given several times. */
export function valuesOf({ value }: Pick<Member, "value">): JsonValue[] {
  return value instanceof ConflictingValues ? value.values : [value];
}
