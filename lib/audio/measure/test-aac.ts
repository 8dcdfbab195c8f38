import { writeFile } from "node:fs/promises";
import { registerAacEncoder } from "@mediabunny/aac-encoder";
import {
  AdtsOutputFormat,
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  Mp4OutputFormat,
  Output,
} from "mediabunny";

export type TestSound = {
  container: "m4a" | "aac";
  sampleRate: number;
  seconds: number;
  /** Of each channel, how loud it is at each second, from 0 to 1. */
  loudness: ((second: number) => number)[];
};

let isRegistered = false;

/** Writes a tone to a file, as the encoder of another project makes it. */
export async function writeAac(path: string, sound: TestSound): Promise<Buffer> {
  if (!isRegistered) registerAacEncoder();
  isRegistered = true;
  const { container, sampleRate, seconds, loudness } = sound;
  const target = new BufferTarget();
  const m4a = new Mp4OutputFormat({ fastStart: "in-memory" });
  const output = new Output({ format: container === "m4a" ? m4a : new AdtsOutputFormat(), target });
  const source = new AudioSampleSource({ codec: "aac", bitrate: 64_000 * loudness.length });
  output.addAudioTrack(source);
  await output.start();
  const frames = Math.round(seconds * sampleRate);
  const data = new Float32Array(frames * loudness.length);
  for (let frame = 0; frame < frames; frame++) {
    const tone = Math.sin((2 * Math.PI * 440 * frame) / sampleRate);
    for (const [channel, level] of loudness.entries()) {
      data[frame * loudness.length + channel] = tone * level(Math.floor(frame / sampleRate));
    }
  }
  const format = { format: "f32", numberOfChannels: loudness.length, sampleRate } as const;
  const sample = new AudioSample({ data, ...format, timestamp: 0 });
  await source.add(sample);
  sample.close();
  await output.finalize();
  if (!target.buffer) throw new Error("the muxer wrote nothing");
  const bytes = Buffer.from(target.buffer);
  await writeFile(path, bytes);
  return bytes;
}
