/** A WAV of 8 kHz whose channels are loud, at a tone, in the stretches that they name, and silent elsewhere. */
export function makeWav(seconds: number, channels: [from: number, to: number][][]): Buffer {
  const rate = 8_000;
  const frames = seconds * rate;
  const data = Buffer.alloc(frames * channels.length * 2);
  for (const [channel, loud] of channels.entries()) {
    for (const [from, to] of loud) {
      for (let frame = from * rate; frame < Math.min(to * rate, frames); frame++) {
        const value = Math.round(
          9_000 * Math.sin((frame * 2 * Math.PI * (330 + 110 * channel)) / rate),
        );
        data.writeInt16LE(value, (frame * channels.length + channel) * 2);
      }
    }
  }
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels.length, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels.length * 2, 28);
  head.writeUInt16LE(channels.length * 2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
