import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, toSigns, toWantedSigns } from "./search-text";

test.each([
  ["", []],
  ["the customer asked about a refund", []],
  ["ada@example.com, 50%", ["@", ".", ",", "%"]],
  ["東京", ["東", "京", "東京"]],
  ["c++ ?!", ["+", "++", "?", "!", "?!"]],
  ["猫が3匹", ["猫", "が", "猫が", "匹"]],
  ["한국", ["한", "국", "한국"]],
  ["𠮷野", ["𠮷", "野", "𠮷野"]],
  ["ｶﾞ", ["ガ"]],
])("the signs of %j are %j", (text, signs) => {
  expect(toSigns(foldText(text))).toEqual(signs);
});

test.each([
  ["猫", ["猫"]],
  ["東京", ["東京"]],
  ["50%", ["%"]],
  ["c++", ["++"]],
  ["a?b!!", ["?", "!!"]],
  ["yes", []],
])("%j is found by %j", (term, wanted) => {
  expect(toWantedSigns(term)).toEqual(wanted);
});

test("whatever part of a text is looked for, the text has what finds it", () => {
  const text = fc.string({
    unit: fc.constantFrom("猫", "東", "京", "カ", "한", "𠮷", "?", "!", "%", "a", "1", " ", "\n"),
    maxLength: 30,
  });
  fc.assert(
    fc.property(text, fc.nat(30), fc.nat(6), (whole, from, length) => {
      const signs = new Set(toSigns(whole));
      const part = [...whole].slice(from, from + length).join("");
      expect(toWantedSigns(part).filter((sign) => !signs.has(sign))).toEqual([]);
    }),
  );
});

test("a text of signs alone is looked at as far as it takes to hold the index within bounds", () => {
  const long = Array.from({ length: 90_000 }, (_, n) =>
    String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
  ).join("");
  expect(toSigns(long)).toHaveLength(10_000);
});
