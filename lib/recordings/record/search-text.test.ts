import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldText, toDigits, toPhoneEnd, toSortName } from "./search-text";
import { toCallRecord } from "./test-record";

const ascii = fc.string({ unit: "binary-ascii" });
const anything = fc.oneof(ascii, fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));

describe("a text is folded", () => {
  test("alike, whatever it is made of", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const folded = text.normalize("NFKD").replaceAll(/[\u0300-\u036f]/g, "");
        expect(foldText(text)).toBe(folded.normalize("NFC").toLowerCase());
      }),
    );
  });

  test.each([
    ["\u00c0\u00c9\u00ce", "aei"],
    ["\ufb01nd 4\u00b2", "find 42"],
    ["Stra\u00dfe", "stra\u00dfe"],
    ["ABC xyz 7", "abc xyz 7"],
  ])("%s to %s", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

test("digits are those of any width", () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(toDigits(text)).toBe(text.normalize("NFKC").replaceAll(/\D/g, ""));
    }),
  );
  expect(toDigits("\uff0b\uff11 (202) 555-0142")).toBe("12025550142");
  expect(toPhoneEnd("+1 (202) 555-0142")).toBe("5550142");
});

test("the name that people are ordered by has at most 200 characters, none of them halved", () => {
  const nameOf = (customerFirstName: string) =>
    toSortName(toCallRecord("r1", { customerFirstName, customerLastName: "" }));
  expect(nameOf("A".repeat(300))).toBe("a".repeat(200));
  expect(nameOf("A".repeat(200))).toBe("a".repeat(200));
  expect(nameOf("\u{1f600}".repeat(201))).toBe("\u{1f600}".repeat(200));
  expect(nameOf("\u{1f600}".repeat(150))).toBe("\u{1f600}".repeat(150));
});
