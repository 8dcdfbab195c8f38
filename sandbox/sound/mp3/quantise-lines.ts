import { valueAt } from "../value-at";
import { largestCodedValue, pairBits } from "./pair-codes";

export type QuantisedLines = {
  values: Float64Array;
  pairCount: number;
  bitCount: number;
  globalGain: number;
};

/** Rounds the lines as finely as the budget allows; the last pairs that are zero are left out. */
export function quantiseLines(lines: Float64Array, maxBits: number): QuantisedLines {
  const compressed = lines.map((line) => Math.abs(line) ** 0.75);
  const peak = compressed.reduce((highest, value) => Math.max(highest, value), 0);
  if (peak < inaudible) return silence(lines.length);
  let globalGain = Math.ceil(unityGain + (16 / 3) * Math.log2(peak / largestCodedValue));
  for (;;) {
    const quantised = quantise(lines, compressed, globalGain);
    if (quantised.bitCount <= maxBits) return quantised;
    globalGain += 1;
  }
}

const unityGain = 210;
const inaudible = 1e-5;

function silence(length: number): QuantisedLines {
  return { values: new Float64Array(length), pairCount: 0, bitCount: 0, globalGain: unityGain };
}

function quantise(
  lines: Float64Array,
  compressed: Float64Array,
  globalGain: number,
): QuantisedLines {
  const scale = 2 ** ((unityGain - globalGain) * (3 / 16));
  const values = new Float64Array(lines.length);
  let pairCount = 0;
  let bitCount = 0;
  let bitCountToLastPair = 0;
  for (let i = 0; i < lines.length; i += 2) {
    const first = Math.floor(valueAt(compressed, i) * scale + rounding);
    const second = Math.floor(valueAt(compressed, i + 1) * scale + rounding);
    values[i] = valueAt(lines, i) < 0 ? -first : first;
    values[i + 1] = valueAt(lines, i + 1) < 0 ? -second : second;
    bitCount += pairBits(first, second);
    if (first + second === 0) continue;
    pairCount = i / 2 + 1;
    bitCountToLastPair = bitCount;
  }
  return { values, pairCount, bitCount: bitCountToLastPair, globalGain };
}

const rounding = 0.4054;
