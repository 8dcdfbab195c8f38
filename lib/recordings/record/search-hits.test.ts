import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findHits, findNumberHits, type Hits, markHits, readTerms } from "./search-hits";
import { foldText, toDigits } from "./search-text";

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
      ...[
        "\u{1f469}\u200d\u{1f467}",
        "\ud800",
        "\udc00",
        "\u{1d15e}",
        "\u0f73",
        "\u0344",
        "K",
        "Å",
      ],
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));
const anything = fc.oneof(
  tricky,
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string(),
);

describe("in any text", () => {
  test("the parts together are the text, and what is found is marked", () => {
    fc.assert(
      fc.property(anything, anything, fc.nat(30), fc.nat(30), (text, other, from, length) => {
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
      fc.property(anything, fc.nat(30), fc.integer({ min: 1, max: 8 }), (text, at, length) => {
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
      fc.property(anything, fc.stringMatching(/^\d{3,5}$/), (number, digits) => {
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
