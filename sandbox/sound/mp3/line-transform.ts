import { valueAt } from "../../numbers/value-at";
import { bandCount, createPolyphaseFilter } from "./polyphase-filter";

/** Returns a function that turns the 576 samples from `offset` on into 576 spectral lines. */
export function createLineTransform(): (samples: Float64Array, offset: number) => Float64Array {
  const filter = createPolyphaseFilter();
  let earlier = new Float64Array(bandCount * linesPerBand);
  return (samples, offset) => {
    const current = new Float64Array(bandCount * linesPerBand);
    for (let slot = 0; slot < linesPerBand; slot += 1) {
      const bands = filter(samples, offset + slot * bandCount);
      for (let band = 0; band < bandCount; band += 1) {
        const inverted = band % 2 === 1 && slot % 2 === 1;
        const value = valueAt(bands, band);
        current[band * linesPerBand + slot] = inverted ? -value : value;
      }
    }
    const lines = new Float64Array(bandCount * linesPerBand);
    const block = new Float64Array(blockLength);
    for (let start = 0; start < lines.length; start += linesPerBand) {
      block.set(earlier.subarray(start, start + linesPerBand));
      block.set(current.subarray(start, start + linesPerBand), linesPerBand);
      lines.set(transformBand(block), start);
    }
    earlier = current;
    reduceAliases(lines);
    return lines;
  };
}

const linesPerBand = 18;
const blockLength = 2 * linesPerBand;

/** The 18 lines of a band, from its last 36 values. */
function transformBand(block: Float64Array): Float64Array {
  const lines = new Float64Array(linesPerBand);
  for (let line = 0; line < linesPerBand; line += 1) {
    let sum = 0;
    for (let k = 0; k < blockLength; k += 1) {
      sum += valueAt(windowedCosines, line * blockLength + k) * valueAt(block, k);
    }
    lines[line] = sum;
  }
  return lines;
}

const windowedCosines = Float64Array.from({ length: linesPerBand * blockLength }, (_, i) => {
  const line = Math.floor(i / blockLength);
  const k = i % blockLength;
  const window = Math.sin((Math.PI / 36) * (k + 0.5));
  return (window * Math.cos((Math.PI / 72) * (2 * k + 1 + 18) * (2 * line + 1))) / 9;
});

function reduceAliases(lines: Float64Array): void {
  for (let edge = linesPerBand; edge < lines.length; edge += linesPerBand) {
    aliasStrengths.forEach((strength, i) => {
      const scale = 1 / Math.sqrt(1 + strength * strength);
      const below = valueAt(lines, edge - 1 - i);
      const above = valueAt(lines, edge + i);
      lines[edge - 1 - i] = scale * (below + above * strength);
      lines[edge + i] = scale * (above - below * strength);
    });
  }
}

const aliasStrengths = [-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037];
