import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  findHits,
  findNumberHits,
  foldText,
  type Hits,
  markHits,
  readTerms,
  toDigits,
  toPhoneEnd,
  toSigns,
  toSortName,
  toWantedSigns,
} from "./search-text";
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

const marked = (text: string, hits: Hits) =>
  markHits(text, [...hits.values()].flat())
    .map((part, index) => (index % 2 === 1 ? `[${part}]` : part))
    .join("");
const find = (text: string, q: string) => marked(text, findHits(text, readTerms(q)));

test.each([
  ["Asked for instalments, twice", "INSTAL", "Asked for [instal]ments, twice"],
  ["Señor Núñez", "nunez", "Señor [Núñez]"],
  ["Nu\u0301n\u0303ez", "nún", "[Nu\u0301n\u0303]ez"],
  ["the o\ufb03ce at noon", "fic", "the o[\ufb03c]e at noon"],
  ["Straße … straße", "STRASSE", "Straße … straße"],
  ["ΟΔΟΣ", "οδος", "[ΟΔΟΣ]"],
  ["Noor-An NoAn no@no.no", "no", "[No]or-An [No]An [no]@[no].[no]"],
  ["casino", "no", "casino"],
  ["会話の録音です", "録音", "会話の[録音]です"],
  ["\u1112\u1161\u11ab글 \u3131\u314f", "한글 가", "[\u1112\u1161\u11ab글] [\u3131\u314f]"],
  ["طلبت مكالمة أخرى", "مكالمة", "طلبت [مكالمة] أخرى"],
  ["twice two", "wo tw", "[tw]ice [tw]o"],
  ["hana@example.com", "example.com", "hana@[example.com]"],
  ["50% of a_b", "0% a_b", "5[0%] of [a_b]"],
  ["\u{1f469}\u200d\u{1f467} and 1\u20e3", "\u{1f467}", "\u{1f469}\u200d[\u{1f467}] and 1\u20e3"],
])("%s, searched for %s", (text, q, found) => {
  expect(find(text, q)).toBe(found);
});

test.each([
  ["+1 202 555 0142", "+12025550142", "0142", "+1 202 555 [0142]"],
  ["+1 202 555 0142", "+12025550142", "(202) 555-0142", "+1 [202 555 0142]"],
  ["+1 202 555 0142", "+12025550142", "0012025", "+[1 202 5]55 0142"],
  ["+49 170 123", "+49 (0)170 123", "490170", "[+49 170 123]"],
  ["０１２３", "０１２３", "123", "０[１２３]"],
  ["+1 202", "+1 202", "999", "+1 202"],
  ["+1 202", "+1 202", "anna 12", "+1 202"],
])("the number %s of %s, searched for %s", (shown, stored, q, found) => {
  expect(marked(shown, findNumberHits(shown, stored, readTerms(q)))).toBe(found);
});

const tricky = fc
  .array(
    fc.constantFrom(
      ..."aAßİıſΣσς éñ\u0301\u0308\u0653\u0627ﷺﬁ½…ｶﾞ゛\u1112\u1161\u11ab\u3131\u314f\uac00\u11a8㈀㉠ہ்க",
      ..."0123.-@_%\n\t ",
      "\u{1f469}\u200d\u{1f467}",
      "\ud800",
      "\udc00",
      "\u{1d15e}",
      "\u0f73",
      "\u0344",
      "K",
      "Å",
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));
const anyText = fc.oneof(
  tricky,
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string(),
);

describe("in any text", () => {
  test("the parts together are the text, and what is found is marked", () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(30), fc.nat(30), (text, other, from, length) => {
        // Often a part of the text itself.
        const q = length > 20 ? other : text.slice(from % (text.length + 1)).slice(0, length);
        const terms = readTerms(q);
        const hits = findHits(text, terms);
        const parts = markHits(text, [...hits.values()].flat());
        expect(parts.join("")).toBe(text);
        terms.forEach(({ text: wanted, isBeginning }, index) => {
          if (!wanted) return;
          const folded = foldText(text);
          const isFound = isBeginning
            ? `\n${folded}`.match(new RegExp(`[ \\n\\-.@]${wanted}`)) !== null
            : folded.includes(wanted);
          expect(hits.has(index)).toBe(isFound);
          for (const { from, to } of hits.get(index) ?? []) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeGreaterThan(from);
            expect(to).toBeLessThanOrEqual(text.length);
          }
        });
      }),
      { numRuns: 5_000 },
    );
  });

  test("a mark holds what was found, and begins and ends no farther than it must", () => {
    fc.assert(
      fc.property(anyText, fc.nat(30), fc.integer({ min: 1, max: 8 }), (text, at, length) => {
        const q = [...text.slice(at % (text.length + 1))].slice(0, length).join("");
        const terms = readTerms(q);
        for (const [index, places] of findHits(text, terms)) {
          for (const { from, to } of places) {
            const wanted = terms[index]?.text ?? "";
            // Greek writes the end of a word otherwise than its midst.
            const shown = foldText(text.slice(from, to)).replaceAll("ς", "σ");
            expect(shown).toContain(wanted.replaceAll("ς", "σ"));
          }
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test("digits are found as the ledger finds them", () => {
    fc.assert(
      fc.property(anyText, fc.stringMatching(/^\d{3,5}$/), (number, digits) => {
        const hits = findNumberHits(number, number, readTerms(digits));
        const term = readTerms(digits)[0]?.digits ?? "";
        expect(hits.has(0)).toBe(toDigits(number).includes(term));
        expect(markHits(number, [...hits.values()].flat()).join("")).toBe(number);
      }),
    );
  });
});

test("of a long text the places are found in time", () => {
  const text = `${"Größe und Maß, ein Ärger. ".repeat(300)}Ende`;
  let leastMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 20 && leastMs >= 10; tries++) {
    const startMs = performance.now();
    findHits(text, readTerms("grosse masse ende ärger"));
    leastMs = Math.min(leastMs, performance.now() - startMs);
  }
  expect(leastMs).toBeLessThan(10);
});

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
