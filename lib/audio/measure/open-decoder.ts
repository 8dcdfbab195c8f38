import "server-only";
import type { AudioData, AudioDecoder } from "@napi-rs/webcodecs";
import type { EncodedPacket, InputAudioTrack } from "mediabunny";
import { log } from "@/lib/ops/log";

/** Samples of each channel, from -1 to 1. */
type Decoded = { samples: Float32Array[]; sampleRate: number };

export type Decoder = {
  packets: AsyncIterable<EncodedPacket>;
  decode: (packet: EncodedPacket) => Decoded | Promise<Decoded>;
  /** Whether there may be more channels than the container tells. */
  mayHearMore?: boolean;
  /** After the last packet. @throws when what was decoded is not to be relied on */
  finish?: () => void;
  free: () => void;
};

/** Loaded only when there is something of its kind. Null: there is none. */
export async function openDecoder(track: InputAudioTrack): Promise<Decoder | null> {
  const { EncodedPacketSink } = await import("mediabunny");
  const packets = new EncodedPacketSink(track).packets();
  const codec = await track.getCodec();
  const sampleRate = await track.getSampleRate();
  const channels = await track.getNumberOfChannels();
  const readPcm = codec && pcm[codec];
  if (readPcm) {
    const decode = ({ data }: EncodedPacket) => ({ samples: readPcm(data, channels), sampleRate });
    return { packets, decode, free: () => undefined };
  }
  if (codec === "mp3") {
    const { MPEGDecoder } = await import("mpg123-decoder");
    const decoder = new MPEGDecoder();
    await decoder.ready;
    return {
      packets,
      decode: ({ data }) => toDecoded(decoder.decodeFrame(data)),
      free: () => decoder.free(),
    };
  }
  if (codec === "opus" && channels <= 2) {
    const { OpusDecoder } = await import("opus-decoder");
    const decoder = new OpusDecoder({ channels });
    await decoder.ready;
    let isFirst = true;
    return {
      packets,
      decode: ({ data, duration }) => {
        const decoded = trimmed(toDecoded(decoder.decodeFrame(data)), duration, isFirst);
        isFirst = false;
        return decoded;
      },
      free: () => decoder.free(),
    };
  }
  if (codec === "flac") {
    const { FLACDecoder } = await import("@wasm-audio-decoders/flac");
    const decoder = new FLACDecoder();
    await decoder.ready;
    // Frames may leave their rate and depth to what stands at the beginning of the file.
    const told = (await track.getDecoderConfig())?.description;
    if (told) await decoder.decodeFrames([toBytes(told)]);
    return {
      packets,
      decode: async ({ data }) => toDecoded(await decoder.decodeFrames([data])),
      free: () => decoder.free(),
    };
  }
  if (codec === "aac") {
    const config = await track.getDecoderConfig();
    const decoder = config && (await openAac(config));
    return decoder && { packets, ...decoder };
  }
  return null;
}

function toDecoded({
  channelData,
  sampleRate,
}: {
  channelData: Float32Array[];
  sampleRate: number;
}) {
  return { samples: channelData, sampleRate };
}

/** What a container says of a packet's length tells what of it is only there to begin or to end with. */
function trimmed({ samples, sampleRate }: Decoded, seconds: number, isFirst: boolean): Decoded {
  const meant = Math.round(seconds * sampleRate);
  const cut = (values: Float32Array) =>
    isFirst ? values.subarray(Math.max(values.length - meant, 0)) : values.subarray(0, meant);
  return { samples: samples.map(cut), sampleRate };
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

const pcm: Partial<Record<string, (data: Uint8Array, channels: number) => Float32Array[]>> = {
  "pcm-u8": readWith(1, (view, at) => (view.getUint8(at) - 128) / 128),
  "pcm-s8": readWith(1, (view, at) => view.getInt8(at) / 128),
  "pcm-s16": readWith(2, (view, at) => view.getInt16(at, true) / 32_768),
  "pcm-s24": readWith(
    3,
    (view, at) => (view.getUint16(at, true) / 256 + view.getInt8(at + 2) * 256) / 32_768,
  ),
  "pcm-s32": readWith(4, (view, at) => view.getInt32(at, true) / 2_147_483_648),
  "pcm-f32": readWith(4, (view, at) => view.getFloat32(at, true)),
  "pcm-f64": readWith(8, (view, at) => view.getFloat64(at, true)),
  ulaw: readWith(1, (view, at) => fromMuLaw(view.getUint8(at))),
  alaw: readWith(1, (view, at) => fromALaw(view.getUint8(at))),
};

function readWith(bytes: number, read: (view: DataView, at: number) => number) {
  return (data: Uint8Array, channels: number): Float32Array[] => {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const frames = Math.floor(data.length / (bytes * channels));
    const samples = Array.from({ length: channels }, () => new Float32Array(frames));
    for (let frame = 0; frame < frames; frame++) {
      for (const [channel, values] of samples.entries()) {
        values[frame] = read(view, (frame * channels + channel) * bytes);
      }
    }
    return samples;
  };
}

/** ITU-T G.711. */
function fromMuLaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 0x07)) - 0x84;
  return ((bits & 0x80) === 0 ? magnitude : -magnitude) / 32_768;
}

function fromALaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 0x07;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return ((bits & 0x80) === 0 ? -magnitude : magnitude) / 32_768;
}

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
async function openAac(config: AudioDecoderConfig) {
  const ffmpeg = await loadFfmpeg();
  if (!ffmpeg) return null;
  const { AudioDecoder, EncodedAudioChunk } = ffmpeg;
  const description = config.description && Uint8Array.from(toBytes(config.description));
  const core = readCore(description) ?? config;
  const endsMs = performance.now() + mostMs;
  let decoder: AudioDecoder | undefined;
  let sampleRate = config.sampleRate;
  let asked = 0;
  let damaged = 0;
  let answer: (told: { index: number; heard: Decoded | null }) => void = () => undefined;

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
  const hear = async (data: Uint8Array): Promise<Decoded | null> => {
    if (data.length === 0 || data.length > mostPacketBytes) return null;
    if (decoder?.state !== "configured") decoder = open();
    const asking = decoder;
    const index = asked;
    return await new Promise<Decoded | null>((resolve, reject) => {
      const timers: NodeJS.Timeout[] = [];
      // What has arrived in the meantime is heard first.
      const after = (ms: number, act: () => void) =>
        timers.push(setTimeout(() => setImmediate(act), ms));
      const settle = (heard: Decoded | null) => {
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
    decode: async ({ data, timestamp, duration }: EncodedPacket): Promise<Decoded> => {
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

function readSamples(data: AudioData): Decoded {
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
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const channelCounts = [0, 1, 2, 3, 4, 5, 6, 8];

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
