import fc from "fast-check";
import { isLosslessNumber, stringify } from "lossless-json";
import { expect, test } from "vitest";
import { ConflictingValues, type JsonValue, readJson } from "./read-json";
import { sanitizeJson, sanitizeText } from "./sanitize-for-postgres";

const character = fc.constantFrom(
  "a",
  "\0",
  "\ud800",
  "\udc00",
  "\uFFFD",
  "\n",
  '"',
  "\\",
  "\u6771",
);
const text = fc.oneof(fc.string({ unit: character, maxLength: 5 }), fc.string({ unit: "binary" }));

test("a text that can be stored stays itself, another gets U+FFFD for what can't be", () => {
  fc.assert(
    fc.property(text, (one) => {
      const storable = one.replaceAll("\0", "\uFFFD").toWellFormed();
      expect(sanitizeText(one)).toBe(storable);
    }),
  );
});

test("further members are written as their values are, with all texts storable", () => {
  const value = fc.jsonValue({ stringUnit: "binary" }) as fc.Arbitrary<unknown>;
  const key = fc.oneof(text, fc.constantFrom("__proto__", "1", "toJSON"));
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.oneof(text, value)), { maxLength: 6 }), (members) => {
      const read = readJson(JSON.stringify(Object.fromEntries(members)));
      expect(sanitizeJson(read as never)).toBe(stringify(replace(read)));
    }),
  );
});

test("of keys that become the same the last counts; a number out of any scale becomes a text", () => {
  const read = readJson('{"a\\u0000":1.0,"b":[1e400,{"c":-0}],"a\\ud800":7.50,"b":2}');
  expect(sanitizeJson(read as never)).toBe('{"a\uFFFD":7.50,"b":[["1e400",{"c":-0}],2]}');
});

/** A value of storable texts. */
function replace(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.replaceAll("\0", "\uFFFD").toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (isLosslessNumber(value)) {
    const [, exponent = "0"] = value.value.split(/e/i);
    return Math.abs(Number(exponent)) > 300 ? value.value : value;
  }
  if (value instanceof ConflictingValues) return value.values.map(replace);
  if (Array.isArray(value)) return value.map(replace);
  const members = Object.entries(value).map(([key, item]) => [replace(key), replace(item)]);
  return Object.fromEntries(members);
}
