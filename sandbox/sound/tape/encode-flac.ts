/**
 * FLAC, 16 bit, of one channel or two; its frames hold the samples as they are, which every decoder
 * reads. `frames` repeats the channels up to so many samples.
 */
export function encodeFlac(channels: Int16Array[], frames: number, sampleRateHz: number): Buffer {
  const parts = [Buffer.from("fLaC"), streamInformation(channels.length, frames, sampleRateHz)];
  const period = channels[0]?.length ?? 0;
  for (let at = 0, number = 0; at < frames; at += blockSamples, number += 1) {
    const count = Math.min(blockSamples, frames - at);
    parts.push(encodeFrame(channels, number, { at, count, period }));
  }
  return Buffer.concat(parts);
}

const blockSamples = 4_096;

/** The one block of metadata, and the last one. Its checksum of the sound is left out, as it may be. */
function streamInformation(channels: number, frames: number, sampleRateHz: number): Buffer {
  const block = Buffer.alloc(38);
  block.writeUInt32BE(0x80000000 + 34, 0);
  block.writeUInt16BE(blockSamples, 4);
  block.writeUInt16BE(blockSamples, 6);
  const format = (BigInt(sampleRateHz) << 44n) | (BigInt(channels - 1) << 41n) | (15n << 36n);
  block.writeBigUInt64BE(format | BigInt(frames), 14);
  return block;
}

type Stretch = { at: number; count: number; period: number };

function encodeFrame(channels: Int16Array[], number: number, { at, count, period }: Stretch) {
  const name = codeNumber(number);
  const headerBytes = 4 + name.length + 2 + 1;
  const frame = Buffer.alloc(headerBytes + channels.length * (1 + count * 2) + 2);
  // Fixed block size; the size stands behind the number; rate and depth as the stream says.
  frame.writeUInt16BE(0xfff8, 0);
  frame[2] = 0x70;
  frame[3] = (channels.length - 1) << 4;
  frame.set(name, 4);
  frame.writeUInt16BE(count - 1, 4 + name.length);
  frame[headerBytes - 1] = checksum8(frame.subarray(0, headerBytes - 1));
  let offset = headerBytes;
  for (const samples of channels) {
    frame[offset] = verbatim;
    offset += 1;
    for (let index = 0; index < count; index += 1, offset += 2) {
      frame.writeInt16BE(samples[(at + index) % period] ?? 0, offset);
    }
  }
  frame.writeUInt16BE(checksum16(frame.subarray(0, offset)), offset);
  return frame;
}

const verbatim = 0x02;

/** As UTF-8 would write a character of this number. */
function codeNumber(number: number): Buffer {
  return Buffer.from(String.fromCodePoint(number), "utf8");
}

function checksum8(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = table8[sum ^ byte] ?? 0;
  return sum;
}

function checksum16(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) & 0xffff) ^ (table16[(sum >>> 8) ^ byte] ?? 0);
  return sum;
}

const table8 = makeTable(0x07, 8);
const table16 = makeTable(0x8005, 16);

function makeTable(polynomial: number, bits: number): Uint16Array {
  const top = 2 ** (bits - 1);
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1) {
      value = value & top ? (value << 1) ^ polynomial : value << 1;
    }
    return value & (2 ** bits - 1);
  });
}
