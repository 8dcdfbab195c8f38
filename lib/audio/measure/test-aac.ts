import { readFile, writeFile } from "node:fs/promises";
import { registerAacEncoder } from "@mediabunny/aac-encoder";
import {
  AdtsOutputFormat,
  ALL_FORMATS,
  AudioSample,
  AudioSampleSource,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
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

type HeSound = {
  seconds: number;
  loudness: (second: number) => number;
  /** How it is told: by the frames alone, or by the description of an M4A, too. */
  told: "adts" | "m4a" | "m4a, as HE-AAC" | "m4a, as an extension";
  /** Parametric stereo: the left channel is louder. */
  isStereo: boolean;
};

const coreRate = 24_000;
const coreIndex = 6;
const doubleIndex = 3;

/**
 * Writes HE-AAC to a file: no free encoder makes it, so that to each frame of AAC at half the rate the
 * smallest replication of its upper band (ISO 14496-3, 4.4.2.8) is added, of one band each.
 */
export async function writeHeAac(path: string, sound: HeSound): Promise<void> {
  const { seconds, loudness, told, isStereo } = sound;
  await writeAac(path, { container: "m4a", sampleRate: coreRate, seconds, loudness: [loudness] });
  const source = new BufferSource(await readFile(path));
  const track = await new Input({ source, formats: ALL_FORMATS }).getPrimaryAudioTrack();
  if (!track) throw new Error("the encoder wrote no track");
  const packets = new EncodedPacketSink(track).packets();
  if (told === "adts") {
    const frames: Uint8Array[] = [];
    for await (const { data } of packets) frames.push(toAdts(addUpperBand(data, isStereo)));
    return writeFile(path, Buffer.concat(frames));
  }
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const kept = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(kept);
  await output.start();
  const decoderConfig = {
    codec: "mp4a.40.2",
    sampleRate: told === "m4a" ? coreRate : 2 * coreRate,
    numberOfChannels: 1,
    description: toDescription(told, isStereo),
  };
  for await (const packet of packets) {
    await kept.add(packet.clone({ data: addUpperBand(packet.data, isStereo) }), { decoderConfig });
  }
  await output.finalize();
  if (!target.buffer) throw new Error("the muxer wrote nothing");
  await writeFile(path, Buffer.from(target.buffer));
}

type Field = [value: number, bits: number];

function toDescription(told: HeSound["told"], isStereo: boolean): Uint8Array {
  const core: Field[] = [
    [coreIndex, 4],
    [1, 4],
  ];
  const plain: Field[] = [[2, 5], ...core, [0, 3]];
  if (told === "m4a") return pack(plain);
  if (told === "m4a, as an extension")
    return pack([...plain, [0x2b7, 11], [5, 5], [1, 1], [doubleIndex, 4]]);
  return pack([[isStereo ? 29 : 5, 5], ...core, [doubleIndex, 4], [2, 5], [0, 3]]);
}

function addUpperBand(frame: Uint8Array, isStereo: boolean): Uint8Array {
  // The last bits that are set end the frame.
  const bits = toBits(frame).replace(/1110*$/, "");
  const header: Field[] = [
    [0xd, 4],
    [1, 1],
    [0, 1],
    [15, 4],
    [6, 4],
    [0, 3],
    [0, 4],
  ];
  const grid: Field[] = [
    [0, 1],
    [0, 2],
    [0, 2],
    [0, 1],
    [0, 2],
    [0, 2],
  ];
  const levels: Field[] = [
    [20, 7],
    [0, 5],
    [0, 1],
  ];
  // Louder by one step in the lowest of ten bands, and by none from there on.
  const stereo: Field[] = [
    [1, 1],
    [4, 4],
    [2, 2],
    [1, 1],
    [1, 1],
    [0, 3],
    [0, 3],
    [1, 2],
    [0, 1],
    [0b100, 3],
    [0, 16],
  ];
  const payload = toBits(
    pack([...header, ...grid, ...levels, ...(isStereo ? stereo : [[0, 1] as Field])]),
  );
  return toBytes(`${bits}110${(payload.length / 8).toString(2).padStart(4, "0")}${payload}111`);
}

function toAdts(frame: Uint8Array): Uint8Array {
  const header: Field[] = [
    [0xfff, 12],
    [1, 4],
    [1, 2],
    [coreIndex, 4],
    [0, 1],
    [1, 3],
    [0, 4],
    [frame.length + 7, 13],
    [0x7ff, 11],
    [0, 2],
  ];
  return Buffer.concat([pack(header), frame]);
}

function pack(fields: Field[]): Uint8Array {
  return toBytes(fields.map(([value, bits]) => value.toString(2).padStart(bits, "0")).join(""));
}

function toBits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
}

function toBytes(bits: string): Uint8Array {
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, "0");
  return Uint8Array.from(whole.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
