const headerBytes = 44;
const bytesPerSample = 2;

/** Length of the WAV of so many samples; known before anything is encoded. */
export function wavByteCount(sampleCount: number): number {
  return headerBytes + sampleCount * bytesPerSample;
}

/** PCM, 16 bit, mono, from samples between -1 and 1. */
export function encodeWav(samples: Float64Array, sampleRateHz: number): Buffer {
  const wav = Buffer.alloc(wavByteCount(samples.length));
  writeHeader(wav, sampleRateHz);
  samples.forEach((sample, i) => {
    wav.writeInt16LE(Math.round(sample * 32_767), headerBytes + i * bytesPerSample);
  });
  return wav;
}

function writeHeader(wav: Buffer, sampleRateHz: number): void {
  wav.write("RIFF", 0, "ascii");
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8, "ascii");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(sampleRateHz, 24);
  wav.writeUInt32LE(sampleRateHz * bytesPerSample, 28);
  wav.writeUInt16LE(bytesPerSample, 32);
  wav.writeUInt16LE(bytesPerSample * 8, 34);
  wav.write("data", 36, "ascii");
  wav.writeUInt32LE(wav.length - headerBytes, 40);
}
