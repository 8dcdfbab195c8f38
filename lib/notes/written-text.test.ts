import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  cleanTagName,
  findBegunMention,
  findMentions,
  findTagNameFault,
  findTextFault,
  foldTagName,
  longestNote,
  parseMoment,
  splitMentions,
  tagColours,
  toTagKey,
  writeMoment,
} from "./written-text";

describe("a moment", () => {
  test.each([
    ["0:42", 42_000],
    ["42", 42_000],
    ["1:02:09", 3_729_000],
    ["90:00", 5_400_000],
    ["0:42.5", 42_500],
    [" 1:00 ", 60_000],
    ["", null],
  ])("%j is read", (text, ms) => expect(parseMoment(text)).toBe(ms));

  test.each(["0:60", "1:60:00", "soon", "-1", "1:2:3:4", "25:00:00", "0:4２"])(
    "%j is not read",
    (text) => expect(parseMoment(text)).toBeUndefined(),
  );

  test("is read as it was written", () => {
    for (const ms of [0, 1_000, 59_000, 60_000, 3_599_000, 3_600_000, 86_399_000]) {
      expect(parseMoment(writeMoment(ms))).toBe(ms);
    }
  });
});

describe("whom a text mentions", () => {
  const ada = { userId: "1", name: "Ada", email: "ada@example.com" };
  const lovelace = { userId: "2", name: "Ada Lovelace", email: "lovelace@example.com" };
  const twin = { userId: "3", name: "Ada", email: "twin@example.com" };
  const idsIn = (text: string, people = [ada, lovelace]) =>
    findMentions(text, people).map(({ userId }) => userId);

  test("is the longest name that fits, in any case, at the beginning of a word", () => {
    expect(idsIn("@Ada please look")).toEqual(["1"]);
    expect(idsIn("see @ada lovelace, too")).toEqual(["2"]);
    expect(idsIn("@Ada, @Ada Lovelace")).toEqual(["1", "2"]);
    expect(idsIn("(@Ada)")).toEqual(["1"]);
    expect(idsIn("@Adam and mail@Ada and @@Ada")).toEqual([]);
    expect(idsIn("@lovelace@example.com")).toEqual(["2"]);
  });

  test("is everybody who is called so, unless the email says who", () => {
    expect(idsIn("@Ada", [ada, twin])).toEqual(["1", "3"]);
    expect(idsIn("@twin@example.com", [ada, twin])).toEqual(["3"]);
  });

  test("stands out in the text, which stays whole", () => {
    const text = "Hi @Ada Lovelace, ask @Ada. mail@Ada";
    const parts = splitMentions(text, ["Ada", "Ada Lovelace"]);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(parts.flatMap((part) => (part.isMention ? part.text : []))).toEqual([
      "@Ada Lovelace",
      "@Ada",
    ]);
  });

  test("is begun in front of the cursor", () => {
    expect(findBegunMention("Hi @Ada L", 9)).toEqual({ from: 3, sought: "Ada L" });
    expect(findBegunMention("Hi @", 4)).toEqual({ from: 3, sought: "" });
    expect(findBegunMention("mail@ad", 7)).toBeNull();
    expect(findBegunMention("@ad\n", 4)).toBeNull();
  });
});

test("a text that is too long is told by what people count", () => {
  expect(findTextFault("🔥".repeat(longestNote), longestNote, "note")).toBeNull();
  expect(findTextFault("x".repeat(102_400), longestNote, "note")).toBe(
    "A note can be up to 10,000 characters long; this one has 102,400.",
  );
  expect(findTextFault(`${" ".repeat(20_000)}x`, longestNote, "note")).toBeNull();
});

test.each([
  ["Billing", "billing", "billing"],
  ["  Billing   issue ", "billing issue", "billing-issue"],
  ["ＢＩＬＬＩＮＧ", "billing", "billing"],
  ["🔥", "🔥", "🔥"],
  ["👩‍👩‍👧 family", "👩👩👧 family", "👩👩👧-family"],
  ["重要", "重要", "重要"],
  ["!~\\", "!~\\", "tag"],
  ["a/b?c#d&e", "a/b?c#d&e", "a-b-c-d-e"],
])("%j is the same as %j, and %j in addresses", (name, folded, key) => {
  expect(findTagNameFault(name)).toBeNull();
  expect(foldTagName(name)).toBe(folded);
  expect(toTagKey(name)).toBe(key);
});

test("what nobody could see is no name, and a long one says so", () => {
  for (const name of ["", "   ", "\u200b\u200d", "\ufe0f"]) {
    expect(findTagNameFault(name)).toBe("Enter a name.");
  }
  expect(findTagNameFault("a\tb")).toBeNull();
  expect(cleanTagName("a\tb")).toBe("a b");
  expect(findTagNameFault("a\u0007b")).toBe("Use a single line.");
  expect(findTagNameFault("👨‍👩‍👧‍👦".repeat(50))).toBeNull();
  expect(findTagNameFault("👨‍👩‍👧‍👦".repeat(51))).toBe("Use 50 characters or fewer.");
  expect(findTagNameFault("x".repeat(100_000))).toBe("Use 50 characters or fewer.");
});

test("colours are told apart in both themes, also by who sees less of them", () => {
  const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
  for (const theme of [0, 1]) {
    const shown = tagColours.map((colour) => {
      const match = css.match(
        new RegExp(`--color-tag-${colour}: light-dark\\((#\\w{6}), (#\\w{6})\\)`),
      );
      return toLinear(match?.[1 + theme] ?? "");
    });
    for (const [index, one] of shown.entries()) {
      for (const other of shown.slice(index + 1)) {
        for (const sight of sights) {
          expect(distance(see(sight, one), see(sight, other))).toBeGreaterThan(0.09);
        }
      }
    }
  }
});

type Colour = [number, number, number];
type Matrix = [Colour, Colour, Colour];

/** Nothing missing; protanopia, deuteranopia and tritanopia after Machado, Oliveira and Fernandes. */
const sights: Matrix[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

function toLinear(hex: string): Colour {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function see(matrix: Matrix, [red, green, blue]: Colour): Colour {
  const part = ([a, b, c]: Colour) => Math.min(1, Math.max(0, a * red + b * green + c * blue));
  return [part(matrix[0]), part(matrix[1]), part(matrix[2])];
}

/** Of two colours in OKLab. */
function distance(one: Colour, other: Colour): number {
  const [a, b] = [toLab(one), toLab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function toLab([r, g, b]: Colour): Colour {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
