import "server-only";
import type { AudioData, AudioDecoder } from "@napi-rs/webcodecs";
import type { EncodedPacket } from "mediabunny";
import { log } from "@/lib/ops/log";

type Samples = { samples: Float32Array[]; sampleRate: number };

/** A file may make the decoder stand still, or fail at each of a hundred million packets. */
const stallMs = 10_000;
const mostMs = 10 * 60_000;
const mostDamaged = 200;
/** What has more packets than one in so many damaged is not judged by the rest. */
const leastPerDamaged = 10;
/** Of eight channels at the most that the format allows. */
const mostPacketBytes = 8_192;
/** The end of a packet may be told before its samples are handed out. */
const lateMs = 1_000;

/**
 * Decodes AAC with FFmpeg's decoder, one packet at a time. A damaged packet is as long as it should be, and
 * silent. Null: there is no build of it for this machine. @throws when too much is damaged, it stands still
 * or it takes too long
 */
export async function openAac(config: AudioDecoderConfig) {
  const ffmpeg = await loadFfmpeg();
  if (!ffmpeg) return null;
  const { AudioDecoder, EncodedAudioChunk } = ffmpeg;
  const description = config.description && copyBytes(config.description);
  const core = readCore(description) ?? config;
  const endsMs = performance.now() + mostMs;
  let decoder: AudioDecoder | undefined;
  let sampleRate = config.sampleRate;
  let asked = 0;
  let damaged = 0;
  let answer: (told: { index: number; heard: Samples | null }) => void = () => undefined;

  const open = (): AudioDecoder => {
    const opened = new AudioDecoder({
      output: (data) => {
        const heard = { index: data.timestamp, heard: readSamples(data) };
        data.close();
        answer(heard);
      },
      error: () => {
        if (opened === decoder) answer({ index: asked, heard: null });
      },
    });
    opened.configure({ codec: "mp4a.40.2", description, ...core });
    return opened;
  };

  /** Null: nothing came of it. */
  const hear = async (data: Uint8Array): Promise<Samples | null> => {
    if (data.length === 0 || data.length > mostPacketBytes) return null;
    if (decoder?.state !== "configured") decoder = open();
    const asking = decoder;
    const index = asked;
    return await new Promise<Samples | null>((resolve, reject) => {
      const timers: NodeJS.Timeout[] = [];
      // What has arrived in the meantime is heard first.
      const after = (ms: number, act: () => void) =>
        timers.push(setTimeout(() => setImmediate(act), ms));
      const settle = (heard: Samples | null) => {
        for (const timer of timers) clearTimeout(timer);
        resolve(heard);
      };
      after(stallMs, () => reject(new Error("the decoder of AAC stands still")));
      answer = (told) => told.index === index && settle(told.heard);
      asking.ondequeue = () => after(lateMs, () => settle(null));
      try {
        asking.decode(new EncodedAudioChunk({ type: "key", timestamp: index, data }));
      } catch {
        settle(null);
      }
    });
  };

  return {
    mayHearMore: true,
    decode: async ({ data, timestamp, duration }: EncodedPacket): Promise<Samples> => {
      if (performance.now() > endsMs) throw new Error("the file takes too long to decode");
      asked += 1;
      const heard = await hear(data);
      if (heard) sampleRate = heard.sampleRate;
      else damaged += 1;
      if (damaged > mostDamaged) throw new Error("too much of the file is damaged");
      const meant = Math.min(Math.max(Math.round(duration * sampleRate), 0), maxFrames);
      const samples = heard?.samples ?? [new Float32Array(meant)];
      // What lies before the beginning, and after the end, is there for the decoder alone.
      const before = Math.round(Math.max(-timestamp, 0) * sampleRate);
      const cut = (values: Float32Array) => values.subarray(before, meant || undefined);
      return { samples: samples.map(cut), sampleRate };
    },
    finish: () => {
      if (damaged * leastPerDamaged > asked) throw new Error("too much of the file is damaged");
    },
    free: () => {
      if (decoder?.state === "configured") decoder.close();
    },
  };
}

/** Of a packet of HE-AAC, twice. */
const maxFrames = 4_096;

function readSamples(data: AudioData): Samples {
  const samples = Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
    const values = new Float32Array(data.numberOfFrames);
    data.copyTo(values, { planeIndex, format: "f32-planar" });
    return values;
  });
  return { samples, sampleRate: data.sampleRate };
}

type Core = { sampleRate: number; numberOfChannels: number };

/**
 * What HE-AAC is at its core, which the decoder wants to be told: it finds by itself that twice as many
 * samples, or a second channel, are made of it. Null: the description (ISO 14496-3, 1.6.2.1) doesn't say.
 */
function readCore(description: Uint8Array | undefined): Core | null {
  if (!description || description.length < 2) return null;
  let at = 0;
  const read = (count: number) => {
    let value = 0;
    for (const end = at + count; at < end; at++) {
      value = value * 2 + (((description[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    }
    return value;
  };
  if (read(5) === 31) read(6);
  const index = read(4);
  const sampleRate = index === 15 ? read(24) : sampleRates[index];
  const channels = channelCounts[read(4)];
  return sampleRate && channels ? { sampleRate, numberOfChannels: channels } : null;
}

const sampleRates = [
  ...[96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050],
  ...[16_000, 12_000, 11_025, 8_000, 7_350],
];
const channelCounts = [0, 1, 2, 3, 4, 5, 6, 8];

function copyBytes(source: AllowSharedBufferSource): Uint8Array<ArrayBuffer> {
  const view = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  return Uint8Array.from(view);
}

let isMissed = false;

async function loadFfmpeg() {
  try {
    return await import("@napi-rs/webcodecs");
  } catch (error) {
    if (!isMissed) log().warn({ err: error }, "AAC can't be decoded on this machine");
    isMissed = true;
    return null;
  }
}
