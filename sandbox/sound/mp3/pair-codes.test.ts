import { expect, test } from "vitest";
import { createBitWriter, largestCodedValue, pairBits, writePair } from "./encode-mp3";

const values = Array.from({ length: largestCodedValue + 1 }, (_, value) => value);
const pairs = values.flatMap((first) => values.map((second) => [first, second] as const));

function writtenBits(first: number, second: number): string {
  const bytes = new Uint8Array(4);
  writePair(createBitWriter(bytes, 0), first, second);
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.slice(0, pairBits(Math.abs(first), Math.abs(second)));
}

test("no code begins another, and none is left over", () => {
  const signless = pairs.map(([first, second]) => {
    const signCount = Number(first > 0) + Number(second > 0);
    return writtenBits(first, second).slice(0, pairBits(first, second) - signCount);
  });
  const sorted = signless.toSorted();
  expect(sorted.some((code, i) => sorted[i + 1]?.startsWith(code))).toBe(false);
  expect(signless.reduce((sum, code) => sum + 2 ** -code.length, 0)).toBe(1);
});

test("signs follow the code, 1 for negative", () => {
  const positive = writtenBits(2, 3);
  expect(writtenBits(-2, 3)).toBe(`${positive.slice(0, -2)}10`);
  expect(writtenBits(2, -3)).toBe(`${positive.slice(0, -2)}01`);
  expect(writtenBits(0, -1)).toBe("01011");
});
