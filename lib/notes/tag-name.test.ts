import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cleanTagName, findTagNameFault, foldTagName, tagColours, toTagKey } from "./tag-name";

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
