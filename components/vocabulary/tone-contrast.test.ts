import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toneFill, tones } from "@/components/ui/tone";
import { colours } from "@/lib/vocabulary/colours";

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
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
