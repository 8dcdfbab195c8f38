import { setImmediate as nextTurn } from "node:timers/promises";
import { valueAt } from "../value-at";
import { createBitWriter } from "./bit-writer";
import { createLineTransform } from "./line-transform";
import { mp3Format } from "./mp3-format";
import { writePair } from "./pair-codes";
import { type QuantisedLines, quantiseLines } from "./quantise-lines";

const { frameBytes, header, samplesPerFrame, sideInformationBytes } = mp3Format;

/** Length of the MP3 of so many samples; known before anything is encoded. */
export function mp3ByteCount(sampleCount: number): number {
  return Math.ceil(sampleCount / samplesPerFrame) * frameBytes;
}

/** Encodes samples from -1 to 1, and lets other work in between as it goes. */
export async function encodeMp3(samples: Float64Array): Promise<Buffer> {
  const mp3 = Buffer.alloc(mp3ByteCount(samples.length));
  const padded = new Float64Array((mp3.length / frameBytes) * samplesPerFrame);
  padded.set(samples);
  const toLines = createLineTransform();
  for (let frame = 0; frame * frameBytes < mp3.length; frame += 1) {
    const lines = toLines(padded, frame * samplesPerFrame);
    writeFrame(mp3, frame * frameBytes, quantiseLines(lines, maxDataBits));
    if (frame % framesPerTurn === 0) await nextTurn();
  }
  return mp3;
}

const framesPerTurn = 20;
const maxDataBits = (frameBytes - header.length - sideInformationBytes) * 8;

function writeFrame(target: Buffer, offset: number, lines: QuantisedLines): void {
  target.set(header, offset);
  writeSideInformation(target, offset + header.length, lines);
  const bits = createBitWriter(target, offset + header.length + sideInformationBytes);
  for (let i = 0; i < lines.pairCount * 2; i += 2) {
    writePair(bits, valueAt(lines.values, i), valueAt(lines.values, i + 1));
  }
}

/** Zeros say: data begins in this frame, no scale factors, long blocks, region counts of nothing. */
function writeSideInformation(target: Buffer, offset: number, lines: QuantisedLines): void {
  const bits = createBitWriter(target, offset);
  const pairTable = 13;
  bits.write(0, 9);
  bits.write(lines.bitCount, 12);
  bits.write(lines.pairCount, 9);
  bits.write(lines.globalGain, 8);
  bits.write(0, 10);
  for (let region = 0; region < 3; region += 1) bits.write(pairTable, 5);
  bits.write(0, 9);
}
