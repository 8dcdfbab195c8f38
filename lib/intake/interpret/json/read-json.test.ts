import fc from "fast-check";
import { isLosslessNumber, parse, stringify } from "lossless-json";
import { expect, test } from "vitest";
import {
  ConflictingValues,
  type JsonValue,
  readJson,
  sanitizeJson,
  sanitizeText,
} from "./read-json";

const numbers = [
  "0",
  "-0",
  "7",
  "-7",
  "7.0",
  "7.50",
  "0.1",
  "1e3",
  "1E+2",
  "1e-7",
  "0.0000001",
  "1e21",
  "12345678901234567890",
  "9007199254740993",
  "0.1234567890123456789",
  "1e400",
  "-1.5e-400",
];
const keys = ["a", "b", "1", "0", "__proto__", "constructor", "toJSON", "\u0000", "\ud800"];

const number = fc.oneof(fc.constantFrom(...numbers), fc.integer().map(String));
const text = fc
  .oneof(fc.string(), fc.constantFrom(...keys, ...numbers))
  .map((one) => JSON.stringify(one));
const key = fc
  .oneof(fc.constantFrom(...keys), fc.string({ maxLength: 2 }))
  .map((one) => JSON.stringify(one));
const space = fc.constantFrom("", "", " ", "\n\t");

/** JSON in all its spellings, of which some give a key several times. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("true", "false", "null", "{}", "[]"),
    number,
    text,
    fc
      .tuple(space, fc.array(tie("json"), { maxLength: 5 }))
      .map(([gap, items]) => `[${gap}${items.join(`${gap},`)}]`),
    fc
      .tuple(space, fc.array(fc.tuple(key, tie("json")), { maxLength: 6 }))
      .map(([gap, members]) => `{${members.map((member) => member.join(`${gap}:`)).join()}${gap}}`),
  ),
}));

/** The same with something put into it, or taken out. */
const broken = fc
  .tuple(json, fc.nat(100), fc.nat(3), fc.constantFrom("", ",", ":", "}", "]", '"', "\\", "0", "e"))
  .map(([whole, at, length, put]) => whole.slice(0, at) + put + whole.slice(at + length));

test("a text is read as the parser does that keeps every digit and member", () => {
  fc.assert(
    fc.property(fc.oneof(json, broken), (written) => {
      expect(outcomeOf(() => readJson(written))).toEqual(outcomeOf(() => parseExactly(written)));
    }),
    { numRuns: 5_000 },
  );
});

test("an escaped key is itself, though another one with a backslash came before", () => {
  for (const written of ['{"k":[],"\\\\":1}', '{"k":[],"\\u0000":true}']) {
    expect(outcomeOf(() => readJson(written))).toEqual(outcomeOf(() => parseExactly(written)));
  }
  expect(Object.keys(readJson('{"k":[],"\\u0000":true}') as object)).toEqual(["k", "\0"]);
});

test.each(numbers)("%s stays as it is written, also beside others", (written) => {
  for (const body of [`{"a":${written}}`, `{"a":1,"b":[${written}]}`]) {
    expect(outcomeOf(() => readJson(body))).toEqual(outcomeOf(() => parseExactly(body)));
  }
});

test("a member of any key is kept, and no key changes what objects are", () => {
  const read = readJson('{"__proto__":{"id":1},"a":{"__proto__":2}}');
  expect(show(read)).toEqual([
    ["__proto__", [["id", { number: "1" }]]],
    ["a", [["__proto__", { number: "2" }]]],
  ]);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

function parseExactly(written: string): JsonValue {
  return parse(written, undefined, {
    onDuplicateKey: ({ oldValue, newValue }) => {
      const before = oldValue instanceof ConflictingValues ? oldValue.values : [oldValue];
      return new ConflictingValues([...before, newValue] as JsonValue[]);
    },
  }) as JsonValue;
}

/** The value with its members in order, or the words of the fault. */
function outcomeOf(read: () => JsonValue): unknown {
  try {
    return show(read());
  } catch (error) {
    return String(error instanceof Error ? error.message : error).replace(
      /^the body is not JSON: /,
      "",
    );
  }
}

function show(value: JsonValue): unknown {
  if (isLosslessNumber(value)) return { number: value.value };
  if (value instanceof ConflictingValues) return { values: value.values.map(show) };
  if (Array.isArray(value)) return { items: value.map(show) };
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([key, item]) => [key, show(item)]);
}

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
const unstorable = fc.oneof(
  fc.string({ unit: character, maxLength: 5 }),
  fc.string({ unit: "binary" }),
);

test("a text that can be stored stays itself, another gets U+FFFD for what can't be", () => {
  fc.assert(
    fc.property(unstorable, (one) => {
      const storable = one.replaceAll("\0", "\uFFFD").toWellFormed();
      expect(sanitizeText(one)).toBe(storable);
    }),
  );
});

test("further members are written as their values are, with all texts storable", () => {
  const value = fc.jsonValue({ stringUnit: "binary" }) as fc.Arbitrary<unknown>;
  const key = fc.oneof(unstorable, fc.constantFrom("__proto__", "1", "toJSON"));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(key, fc.oneof(unstorable, value)), { maxLength: 6 }),
      (members) => {
        const read = readJson(JSON.stringify(Object.fromEntries(members)));
        expect(sanitizeJson(read as never)).toBe(stringify(replace(read)));
      },
    ),
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
