import { expect, test } from "vitest";
import { encodeMp3, mp3ByteCount } from "./encode-mp3";
import { mp3Format } from "./mp3-format";

const { frameBytes, sampleRateHz, samplesPerFrame } = mp3Format;

function makeTone(seconds: number, loudness: number): Float64Array {
  return new Float64Array(seconds * sampleRateHz).map(
    (_, i) => loudness * Math.sin((2 * Math.PI * 440 * i) / sampleRateHz),
  );
}

/** Reads the side information with shifts of its own. */
function readFrames(mp3: Buffer) {
  return Array.from({ length: mp3.length / frameBytes }, (_, i) => {
    const side = mp3.readUIntBE(i * frameBytes + 4, 6);
    return {
      dataBegin: Math.floor(side / 2 ** 40),
      dataBits: Math.floor(side / 2 ** 27) % 2 ** 12,
      pairCount: Math.floor(side / 2 ** 18) % 2 ** 9,
      globalGain: Math.floor(side / 2 ** 10) % 2 ** 8,
    };
  });
}

test("data fit into their frames, and each frame stands alone", async () => {
  const samples = makeTone(1, 0.5).map((sample) => sample + Math.random() * 0.4);
  const mp3 = await encodeMp3(samples);
  expect(mp3.length).toBe(mp3ByteCount(samples.length));
  for (const frame of readFrames(mp3)) {
    expect(frame.dataBegin).toBe(0);
    expect(frame.dataBits).toBeLessThanOrEqual((frameBytes - 13) * 8);
    expect(frame.pairCount).toBeLessThanOrEqual(samplesPerFrame / 2);
  }
});

test("a tone sits at its own lines, silence takes nothing, and loudness is a matter of gain", async () => {
  const [, , , quiet] = readFrames(await encodeMp3(makeTone(1, 0.01)));
  const [, , , loud] = readFrames(await encodeMp3(makeTone(1, 0.64)));
  const line = (440 / (sampleRateHz / 2)) * samplesPerFrame;
  expect(loud?.pairCount).toBeGreaterThanOrEqual(Math.floor(line / 2));
  expect(loud?.pairCount).toBeLessThan(line);
  expect((loud?.globalGain ?? 0) - (quiet?.globalGain ?? 0)).toBe(4 * Math.log2(64));
  for (const frame of readFrames(await encodeMp3(new Float64Array(sampleRateHz)))) {
    expect(frame).toMatchObject({ dataBits: 0, pairCount: 0 });
  }
});
