import { valueAt } from "../../numbers/value-at";

export const bandCount = 32;

/** Returns a function that takes the next 32 samples and answers with one value for each band. */
export function createPolyphaseFilter(): (samples: Float64Array, offset: number) => Float64Array {
  const history = new Float64Array(windowLength);
  return (samples, offset) => {
    history.copyWithin(bandCount, 0);
    for (let i = 0; i < bandCount; i += 1) {
      history[bandCount - 1 - i] = valueAt(samples, offset + i);
    }
    return toBands(foldHistory(history));
  };
}

const windowLength = 512;
const foldedLength = 64;

function foldHistory(history: Float64Array): Float64Array {
  const folded = new Float64Array(foldedLength);
  for (let i = 0; i < foldedLength; i += 1) {
    let sum = 0;
    for (let j = i; j < windowLength; j += foldedLength) {
      sum += valueAt(analysisWindow, j) * valueAt(history, j);
    }
    folded[i] = sum;
  }
  return folded;
}

function toBands(folded: Float64Array): Float64Array {
  const bands = new Float64Array(bandCount);
  for (let band = 0; band < bandCount; band += 1) {
    let sum = 0;
    for (let k = 0; k < foldedLength; k += 1) {
      sum += valueAt(modulation, band * foldedLength + k) * valueAt(folded, k);
    }
    bands[band] = sum;
  }
  return bands;
}

const modulation = Float64Array.from({ length: bandCount * foldedLength }, (_, i) => {
  const band = Math.floor(i / foldedLength);
  return Math.cos(((2 * band + 1) * ((i % foldedLength) - 16) * Math.PI) / 64);
});

/**
 * The standard prints this window as a table. A Kaiser window of this shape comes within -60 dB of
 * what the decoder's own window undoes, far below what quantising adds.
 */
const analysisWindow = Float64Array.from({ length: windowLength }, (_, i) => {
  const kaiserShape = 8;
  const cutoff = (1.1245 * Math.PI) / 64;
  const n = i - windowLength / 2;
  const lowPass = n === 0 ? cutoff / Math.PI : Math.sin(cutoff * n) / (Math.PI * n);
  const taper = besselI0(kaiserShape * Math.sqrt(1 - (n / 256) ** 2)) / besselI0(kaiserShape);
  const sign = Math.floor(i / foldedLength) % 2 === 0 ? 1 : -1;
  return sign * 2 * lowPass * taper;
});

function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; k < 40; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
