/** A WAV file in which nothing is to be heard, 8 kHz and 8 bits. */
export function toSilence(seconds: number): Buffer {
  const length = seconds * 8_000;
  const long = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
  const short = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
  const format = [long(16), short(1, 1), long(8_000, 8_000), short(1, 8)];
  return Buffer.concat([
    ...[Buffer.from("RIFF"), long(36 + length), Buffer.from("WAVEfmt "), ...format],
    ...[Buffer.from("data"), long(length), Buffer.alloc(length, 128)],
  ]);
}
