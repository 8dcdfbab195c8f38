/** A WAV file in which nothing is to be heard, mono, 8 kHz and 16 bits; other bytes for each length. */
export function toSilence(seconds: number): Buffer {
  const data = Buffer.alloc(seconds * 16_000);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  Buffer.from("1000000001000100401f0000803e000002001000", "hex").copy(head, 16);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
