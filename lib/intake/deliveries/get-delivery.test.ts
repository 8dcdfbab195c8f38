import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layOutJson, toBodyText } from "./get-delivery";

const show = (text: string | Buffer, headers: [string, string][] = []) =>
  toBodyText(Buffer.from(text), headers);

describe("a body for people", () => {
  test("JSON stands on lines, its values to the letter", () => {
    expect(show('{"a":1.0,"a":[],"b":[9007199254740993,{"c":"x: {y}"}],"d":{}}').text).toBe(
      `{
  "a": 1.0,
  "a": [],
  "b": [
    9007199254740993,
    {
      "c": "x: {y}"
    }
  ],
  "d": {}
}`,
    );
  });

  test("what is not JSON stands as it is", () => {
    expect(show("<b>no</b>")).toEqual({
      text: "<b>no</b>",
      isCut: false,
      isLaidOut: false,
      unreadable: null,
    });
  });

  test("nothing in it is invisible or turns the text around", () => {
    expect(show("a\0b\u202Ec\u200Bd\r\ne\u001B[31m").text).toBe(
      "a\\u{0}b\\u{202e}c\\u{200b}d\ne\\u{1b}[31m",
    );
  });

  test("the beginning is shown of what is too long to be decompressed for that", () => {
    const long = JSON.stringify(
      Array.from({ length: 400_000 }, (_, n) => ({ id: n, text: "x".repeat(50) })),
    );
    const { text, isCut, unreadable } = show(gzipSync(long));
    expect({ isCut, unreadable }).toEqual({ isCut: true, unreadable: null });
    expect(text.slice(0, 60_000)).toBe(long.slice(0, 60_000));
  });

  test("it is decompressed, and cut when it is long", () => {
    const { text, isCut } = show(gzipSync("x".repeat(100_000)));
    expect([text.length, isCut]).toEqual([65_536, true]);
  });

  test("bytes that are no text are shown with what they lack, and the reason", () => {
    const { text, unreadable } = show(Buffer.from([0x41, 0x42, 0xff]));
    expect(text).toBe("AB\uFFFD");
    expect(unreadable).toBe("the body is not valid utf-8");
  });

  test("deep nesting is shown as it is", () => {
    const text = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
    expect(show(text).text).toBe(text);
  });
});

test("laying out changes no value", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const laidOut = layOutJson(text);
      if (laidOut !== undefined) expect(JSON.parse(laidOut)).toEqual(JSON.parse(text));
    }),
  );
});
