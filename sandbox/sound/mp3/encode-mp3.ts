import { setImmediate as nextTurn } from "node:timers/promises";
import { valueAt } from "../../numbers/value-at";
import { createLineTransform } from "./line-transform";
import { mp3Format } from "./mp3-format";

const { frameBytes, samplesPerFrame } = mp3Format;

/** Length of the MP3 of so many samples; known before anything is encoded. */
export function mp3ByteCount(sampleCount: number): number {
  return Math.ceil(sampleCount / samplesPerFrame) * frameBytes;
}

/** Encodes samples from -1 to 1, of one channel or two, and lets other work in between as it goes. */
export async function encodeMp3(...channels: Float64Array[]): Promise<Buffer> {
  const [samples] = channels;
  if (!samples) throw new RangeError("There is nothing to encode");
  const mp3 = Buffer.alloc(mp3ByteCount(samples.length));
  const inputs = channels.map((channel) => {
    const padded = new Float64Array((mp3.length / frameBytes) * samplesPerFrame);
    padded.set(channel);
    return { padded, toLines: createLineTransform() };
  });
  const { header, sideInformationBytes } = channels.length === 2 ? mp3Format.stereo : mp3Format;
  const dataAt = header.length + sideInformationBytes;
  const maxDataBits = Math.floor(((frameBytes - dataAt) * 8) / channels.length);
  for (let frame = 0; frame * frameBytes < mp3.length; frame += 1) {
    const offset = frame * frameBytes;
    const lines = inputs.map(({ padded, toLines }) =>
      quantiseLines(toLines(padded, frame * samplesPerFrame), maxDataBits),
    );
    mp3.set(header, offset);
    writeSideInformation(mp3, offset + header.length, lines);
    const bits = createBitWriter(mp3, offset + dataAt);
    for (const { values, pairCount } of lines) {
      for (let i = 0; i < pairCount * 2; i += 2) {
        writePair(bits, valueAt(values, i), valueAt(values, i + 1));
      }
    }
    if (frame % framesPerTurn === 0) await nextTurn();
  }
  return mp3;
}

const framesPerTurn = 20;

/** Zeros say: data begins in this frame, no scale factors, long blocks, region counts of nothing. */
function writeSideInformation(target: Buffer, offset: number, channels: QuantisedLines[]): void {
  const bits = createBitWriter(target, offset);
  const pairTable = 13;
  bits.write(0, channels.length === 2 ? 10 : 9);
  for (const lines of channels) {
    bits.write(lines.bitCount, 12);
    bits.write(lines.pairCount, 9);
    bits.write(lines.globalGain, 8);
    bits.write(0, 10);
    for (let region = 0; region < 3; region += 1) bits.write(pairTable, 5);
    bits.write(0, 9);
  }
}

type QuantisedLines = {
  values: Float64Array;
  pairCount: number;
  bitCount: number;
  globalGain: number;
};

/** Rounds the lines as finely as the budget allows; the last pairs that are zero are left out. */
function quantiseLines(lines: Float64Array, maxBits: number): QuantisedLines {
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

export const largestCodedValue = 15;

/** Bits that a pair takes, given its two magnitudes: its code, and a sign for each that has one. */
export function pairBits(first: number, second: number): number {
  return codeFor(first, second).bitCount + (first ? 1 : 0) + (second ? 1 : 0);
}

export function writePair(bits: BitWriter, first: number, second: number): void {
  const code = codeFor(Math.abs(first), Math.abs(second));
  bits.write(code.code, code.bitCount);
  if (first) bits.write(first < 0 ? 1 : 0, 1);
  if (second) bits.write(second < 0 ? 1 : 0, 1);
}

type PairCode = { code: number; bitCount: number };

function codeFor(first: number, second: number): PairCode {
  const code = pairCodes[first * (largestCodedValue + 1) + second];
  if (!code) throw new RangeError(`No code for the pair ${first}, ${second}`);
  return code;
}

/** Huffman table 13 of the standard, in base 36: each code has a leading 1 that keeps its length. */
const pairCodes: PairCode[] = `
  3 l 26 45 82 fn fi uf fe tw 1ms 1mc 37n 370 6cr 6c3
  b k 24 43 7z 7u fg f5 f3 ew tc t4 1lr 36r 36e 366
  27 25 47 84 fv fl ul u9 f1 tk ta 1m0 1ln 36p 6cq 6c0
  46 44 85 fx fs un uh u8 tn 1n0 1mg 1lx 1lm 36n 6c9 6by
  83 40 fw ft v5 uj 1o2 1nf ty 1mx 1mf 36x 374 6d1 6c7 cns
  fu 7v fm v4 uk ue 1nh 1n8 1n1 1mi 37z 1lp 6dm 6cx co9 cnl
  fj fh um ui 1o3 1ni 1ne 1n3 1mt 383 37r 376 6d7 6cm co4 cnj
  ug f6 u0 1nj 1ng 1n9 38b 38a 386 37t 6dp 6dd 6cz coc 1eln 1elm
  ff 7o f2 to tz 1n2 1mw 387 37y 37h 372 6d2 6cl cny pas pao
  tx ex tl th 1m4 1mj 1me 6dt 37m 6do 6d5 com co5 cnm 1elj paj
  tf td tb 1mh 1m2 382 37s 6ds 373 6d6 con 6c5 cnq pay 1eli 2t5i
  1md t5 t3 1ly 37q 37g 377 36s 6d3 6ca 6ci cnr paz pam pah 1ekn
  1lu 1ls 1lo 36v 375 6dn 36m 6d0 cog co8 pbo pb0 paq 1ekx 1ekp 1ekl
  371 1lh 36q 6dc 6d4 6cy coh cod cnz cnn cng pan 1ekq paf 1ekm 1ekj
  6cw 36f 36c 6cn 6ck 6cj pbp cnp cnk 2t5j pal pai pae 2t4x 1ekk 1eki
  368 367 6c1 cnv cnt cno pb1 cnf pap pak 1ekw 1eko b8jl 5m9t b8jk 1ekh`
  .trim()
  .split(/\s+/)
  .map((digits) => {
    const marked = Number.parseInt(digits, 36);
    const bitCount = 31 - Math.clz32(marked);
    return { code: marked - 2 ** bitCount, bitCount };
  });

type BitWriter = {
  write(value: number, bitCount: number): void;
};

/** Writes numbers of up to 31 bits into `target` from `offsetBytes` on, highest bit first. */
export function createBitWriter(target: Uint8Array, offsetBytes: number): BitWriter {
  let position = offsetBytes * 8;
  return {
    write(value, bitCount) {
      for (let bit = bitCount - 1; bit >= 0; bit -= 1) {
        if ((value >>> bit) & 1) setBit(target, position);
        position += 1;
      }
    },
  };
}

function setBit(target: Uint8Array, position: number): void {
  const index = position >>> 3;
  target[index] = (target[index] ?? 0) | (0x80 >>> (position & 7));
}
