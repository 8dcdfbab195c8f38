import "server-only";
import type { EncodedPacket, InputAudioTrack } from "mediabunny";

type Measured = {
  durationMs: number | null;
  channels: number | null;
  /** Null: no decoder is here for what the file holds. */
  peaks: Uint8Array<ArrayBuffer> | null;
};

/** How many equal stretches a waveform has, of each channel. */
const peakCount = 1_000;

/**
 * Reads a file from its beginning to its end, a packet at a time: how long it is, how many channels it
 * has, and the loudest of each stretch. @throws when it isn't what its beginning says
 */
export async function measureSound(path: string): Promise<Measured> {
  const { ADTS, FilePathSource, FLAC, Input, MP3, MP4, OGG, WAVE, WEBM } = await import(
    "mediabunny"
  );
  const input = new Input({
    source: new FilePathSource(path),
    formats: [WAVE, MP3, OGG, FLAC, ADTS, MP4, WEBM],
  });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new Error("the file holds no sound");
    return await measureTrack(track);
  } finally {
    input.dispose();
  }
}

async function measureTrack(track: InputAudioTrack): Promise<Measured> {
  const channels = await track.getNumberOfChannels();
  const toldSeconds = await track.computeDuration();
  const decoder = await openDecoder(track);
  if (!decoder) return { durationMs: toMs(toldSeconds), channels, peaks: null };
  try {
    const peaks = new Peaks(channels, toldSeconds);
    for await (const packet of decoder.packets) {
      const { samples, sampleRate } = await decoder.decode(packet);
      peaks.add(samples, sampleRate);
    }
    if (peaks.seconds === 0) throw new Error("nothing in the file can be decoded");
    return { durationMs: toMs(peaks.seconds), channels, peaks: peaks.toBytes() };
  } finally {
    decoder.free();
  }
}

/** Samples of each channel, from -1 to 1. */
type Decoded = { samples: Float32Array[]; sampleRate: number };

type Decoder = {
  packets: AsyncIterable<EncodedPacket>;
  decode: (packet: EncodedPacket) => Decoded | Promise<Decoded>;
  free: () => void;
};

/** Loaded only when there is something of its kind. Null: there is none. */
async function openDecoder(track: InputAudioTrack): Promise<Decoder | null> {
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
    return {
      packets,
      decode: ({ data }) => toDecoded(decoder.decodeFrame(data)),
      free: () => decoder.free(),
    };
  }
  if (codec === "flac") {
    const { FLACDecoder } = await import("@wasm-audio-decoders/flac");
    const decoder = new FLACDecoder();
    await decoder.ready;
    return {
      packets,
      decode: async ({ data }) => toDecoded(await decoder.decodeFrames([data])),
      free: () => decoder.free(),
    };
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

/** Grows where a file is longer than it says, by making each stretch twice as long. */
class Peaks {
  seconds = 0;
  #stretchSeconds: number;
  readonly #loudest: Float32Array[];

  constructor(channels: number, toldSeconds: number) {
    this.#stretchSeconds = Math.max(toldSeconds, 0.001) / peakCount;
    this.#loudest = Array.from({ length: channels }, () => new Float32Array(peakCount));
  }

  add(samples: Float32Array[], sampleRate: number): void {
    const count = samples[0]?.length ?? 0;
    if (count === 0 || sampleRate <= 0) return;
    const end = this.seconds + count / sampleRate;
    // What lies a little beyond the told end belongs to the last stretch.
    while (end > this.#stretchSeconds * peakCount * 1.01) this.#halve();
    for (const [channel, loudest] of this.#loudest.entries()) {
      const values = samples[channel] ?? samples[0] ?? new Float32Array();
      for (let index = 0; index < values.length; index++) {
        const at = Math.floor((this.seconds + index / sampleRate) / this.#stretchSeconds);
        const stretch = Math.min(at, peakCount - 1);
        const value = Math.abs(values[index] ?? 0);
        if (value > (loudest[stretch] ?? 0)) loudest[stretch] = value;
      }
    }
    this.seconds = end;
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#loudest.length * peakCount);
    for (const [channel, loudest] of this.#loudest.entries()) {
      for (const [index, value] of loudest.entries()) {
        bytes[channel * peakCount + index] = Math.round(Math.min(value, 1) * 255);
      }
    }
    return bytes;
  }

  #halve(): void {
    this.#stretchSeconds *= 2;
    for (const loudest of this.#loudest) {
      for (let index = 0; index < peakCount; index++) {
        const [one, other] = [loudest[2 * index] ?? 0, loudest[2 * index + 1] ?? 0];
        loudest[index] = Math.max(one, other);
      }
    }
  }
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

/** Null: it tells none that makes sense. */
function toMs(seconds: number): number | null {
  const ms = Math.round(seconds * 1_000);
  return Number.isFinite(ms) && ms >= 0 && ms < 2 ** 31 ? ms : null;
}
