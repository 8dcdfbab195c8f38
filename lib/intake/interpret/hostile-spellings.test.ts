import { describe, expect, test } from "vitest";
import { attributes, call, customer, flat, read } from "./test-record";

/** What costs the square of its size takes minutes. */
const mostMs = 20_000;
const json = JSON.stringify;
const repeat = (count: number, item: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => item(n)).join();
const nest = (levels: number, inner: string, key = "a") =>
  `${`{"${key}":`.repeat(levels)}${inner}${"}".repeat(levels)}`;
const quote = (text: string, times: number): string =>
  times === 0 ? text : quote(json(text), times - 1);
const form = { contentType: "application/x-www-form-urlencoded" };

describe("looking for a record ends soon", () => {
  test.each<[string, string]>([
    ["among 150,000 keys", `{${repeat(150_000, (n) => `"k${n}": {}`)}}`],
    ["among 300,000 keys, four deep", nest(3, `{${repeat(300_000, (n) => `"k${n}": {}`)}}`)],
    ["in 500,000 empty objects under an unknown key", `{"x": [${repeat(500_000, () => "{}")}]}`],
    ["in 60 levels", nest(60, json(flat))],
    ["in 60 levels of attributes", nest(60, json({ x: 1 }), "attributes")],
    ["in 60 levels of lists of data", nest(30, "[]").replaceAll('{"a":', '[{"data":')],
    ["in 200,000 texts that hold JSON", `[${repeat(200_000, () => '"{}"')}]`],
    ["in 200,000 texts that hold broken JSON", `{"x": [${repeat(200_000, () => '"{{[["')}]}`],
    ["in texts of many values", `[${repeat(16, () => json(`[${repeat(300_000, () => "0")}]`))}]`],
    ["in a text in a text in a text", quote(`[${repeat(100_000, () => "{}")}]`, 4)],
    ["in 200,000 lines", repeat(200_000, () => '{"a":1}').replaceAll("},", "}\n")],
    [
      "among 100,000 places that look alike",
      `{${repeat(100_000, (n) => `"k${n}": {"id": ${n}, "call_sid": ${n}}`)}}`,
    ],
    [
      "beside 100,000 customers",
      json({
        call: { ...call, id: 1 },
        included: Array(100_000).fill({ type: "c", id: 1, ...customer }),
      }),
    ],
    [
      "with 100,000 relationships",
      json({
        data: {
          id: 1,
          attributes,
          relationships: Object.fromEntries(
            Array.from({ length: 100_000 }, (_, n) => [`r${n}`, { data: { type: "x", id: n } }]),
          ),
        },
        included: Array.from({ length: 100_000 }, (_, id) => ({ type: "x", id })),
      }),
    ],
  ])(
    "%s",
    (_, body) => {
      const startedMs = performance.now();
      const { readings, problems } = read(body);
      expect(performance.now() - startedMs).toBeLessThan(mostMs);
      expect(readings.length + problems.length).toBeGreaterThan(0);
    },
    60_000,
  );

  test.each<[string, string]>([
    ["one field 1,000,000 times", `call_sid=1${"&a=1".repeat(999_000)}`],
    [
      "one field in 500,000 values",
      `call_sid=1&${repeat(500_000, (n) => `a=${n}`).replaceAll(",", "&")}`,
    ],
    ["more fields than are read", `call_sid=1${"&a=1".repeat(1_000_000)}`],
  ])(
    "in a form of %s",
    (_, body) => {
      const startedMs = performance.now();
      const { readings, problems } = read(body, form);
      expect(performance.now() - startedMs).toBeLessThan(mostMs);
      expect(readings.length + problems.length).toBe(1);
    },
    60_000,
  );
});

describe("a value is read soon, whatever it is", () => {
  const marks = "\u0301\u0323".repeat(1_000_000);

  test.each<[string, string]>([
    ["an id of combining marks", json({ ...flat, id: `a${marks}` })],
    [
      "a call_sid of combining marks, twice",
      json({ ...flat, call_sid: marks, callSid: `${marks} ` }),
    ],
    ["an id of a million spaces", json({ ...flat, id: `${" ".repeat(1_000_000)}x` })],
    ["an id of a million digits", json({ ...flat, id: "N" }).replace('"N"', "7".repeat(1_000_000))],
    [
      "an id of a million zeros",
      json({ ...flat, id: "N" }).replace('"N"', `1.${"0".repeat(1_000_000)}1`),
    ],
    ["an id of an exponent", json({ ...flat, id: "N" }).replace('"N"', "1e999999999999")],
    ["minutes of a million digits", json({ ...flat, minutes_used: "7".repeat(1_000_000) })],
    ["minutes of an exponent", json({ ...flat, minutes_used: "1e-999999999" })],
    ["a time of a million digits", json({ ...flat, created_at: "1".repeat(1_000_000) })],
    [
      "a time of a million brackets",
      json({ ...flat, created_at: `2026-11-20T10:00:00Z${"[a]".repeat(300_000)}` }),
    ],
    [
      "a campaign in 60 lists",
      json({ ...flat, campaign: "C" }).replace('"C"', "[".repeat(60) + "]".repeat(60)),
    ],
  ])("%s", (_, body) => {
    const startedMs = performance.now();
    const { readings } = read(body);
    expect(performance.now() - startedMs).toBeLessThan(mostMs);
    expect(readings).toHaveLength(1);
  });

  test.each(["漢", "𠮷", "😀", "ÿ", "\u0e01", "e\u0301", "\u1100\u1161"])(
    "600 signs such as %s are kept",
    (sign) => {
      const text = sign.normalize("NFC").repeat(600);
      const { readings } = read({ ...flat, id: text, status: text, campaign: text });
      expect(readings[0]?.record).toMatchObject({ id: text, status: text, campaign: text });
      const longer = read({ ...flat, status: `${text}a` }).readings[0]?.record;
      expect(longer?.problems).toEqual([
        { path: "status", message: "has 601 characters; at most 600 can be kept" },
      ]);
    },
  );

  test.each([1, 99, 1582, 1900, 2038, 9999])("the year %i is kept", (year) => {
    const at = `${String(year).padStart(4, "0")}-12-31T12:00:00Z`;
    expect(read({ ...flat, created_at: at }).readings[0]?.record?.createdAt).toBe(at);
  });
});
