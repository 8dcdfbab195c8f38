import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toneFill, tones } from "@/components/ui/tone";
import { colours } from "@/lib/vocabulary/views";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
const grounds = ["canvas", "surface", "raised"];

test("every colour is one of the tones, once", () => {
  expect([...colours].sort()).toEqual([...tones].sort());
});

for (const tone of tones) {
  test(`${tone} stands out from every ground of both themes`, () => {
    expect(toneFill[tone]).toBe(`bg-tone-${tone}`);
    for (const theme of [0, 1]) {
      for (const ground of grounds) {
        const ratio = contrast(read(`tone-${tone}`)[theme] ?? "", read(ground)[theme] ?? "");
        expect(ratio, `${ground} of theme ${theme}`).toBeGreaterThanOrEqual(3);
      }
    }
  });
}

/** How colours look to somebody, over linear RGB (Machado, Oliveira and Fernandes 2009, all of a kind of cones gone). */
const sights = {
  anybody: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** In Oklab; a bar beside another one of a distance of 0.02 is just told apart. */
const leastDistance = 0.05;

for (const [sight, matrix] of Object.entries(sights)) {
  test(`any two tones are told apart, with ${sight} in mind, in both themes`, () => {
    for (const theme of [0, 1]) {
      const seen = tones.map((tone) =>
        toOklab(seenWith(matrix, read(`tone-${tone}`)[theme] ?? "")),
      );
      for (const [index, one] of seen.entries()) {
        for (const [other, place] of seen.slice(index + 1).entries()) {
          const distance = Math.hypot(...one.map((value, at) => value - (place[at] ?? 0)));
          const pair = `${tones[index]} and ${tones[index + 1 + other]} of theme ${theme}`;
          expect(distance, pair).toBeGreaterThanOrEqual(leastDistance);
        }
      }
    }
  });
}

function seenWith(matrix: number[][], hex: string): number[] {
  const linear = toLinear(hex);
  return matrix.map((row) => {
    const sum = row.reduce((total, factor, at) => total + factor * (linear[at] ?? 0), 0);
    return Math.min(1, Math.max(0, sum));
  });
}

/** Ottosson 2020. */
function toOklab([r = 0, g = 0, b = 0]: number[]): number[] {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function read(name: string): string[] {
  const pair = new RegExp(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css);
  if (!pair) throw new Error(`${name} is no pair of colours`);
  return pair.slice(1);
}

/** As WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = toLinear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(hex: string): number[] {
  return [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
}
