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

const mostChannels = 16;

async function measureTrack(track: InputAudioTrack): Promise<Measured> {
  const channels = await track.getNumberOfChannels();
  const toldSeconds = await track.computeDuration();
  // A header may tell any number, and each channel takes memory.
  if (channels < 1 || channels > mostChannels) {
    return { durationMs: toMs(toldSeconds), channels: null, peaks: null };
  }
  const decoder = await openDecoder(track);
  if (!decoder) return { durationMs: toMs(toldSeconds), channels, peaks: null };
  try {
    let peaks: Peaks | undefined;
    let rate = 0;
    for await (const packet of decoder.packets) {
      const { samples, sampleRate } = await decoder.decode(packet);
      if (!samples[0]?.length || sampleRate <= 0) continue;
      rate = sampleRate;
      peaks ??= new Peaks(channels, Math.round(toldSeconds * sampleRate));
      peaks.add(samples);
    }
    if (!peaks) throw new Error("nothing in the file can be decoded");
    return { durationMs: toMs(peaks.frames / rate), channels, peaks: peaks.toBytes() };
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

/** So many times as fine as what is kept, so that a file may be shorter or longer than it says. */
const fineCount = 16 * peakCount;

class Peaks {
  frames = 0;
  /** How many frames the fine stretches hold together. */
  #room: number;
  readonly #fine: Float32Array[];

  constructor(channels: number, toldFrames: number) {
    this.#room = Math.max(toldFrames, 1);
    this.#fine = Array.from({ length: channels }, () => new Float32Array(fineCount));
  }

  add(samples: Float32Array[]): void {
    const count = samples[0]?.length ?? 0;
    // What lies a little beyond the told end belongs to the last stretch.
    while (this.frames + count > this.#room * 1.01) this.#doubleRoom();
    for (const [channel, fine] of this.#fine.entries()) {
      const values = samples[channel] ?? samples[0] ?? new Float32Array();
      for (let index = 0; index < count; ) {
        const reached = Math.ceil(((this.frames + index + 1) * fineCount) / this.#room) - 1;
        const stretch = Math.min(reached, fineCount - 1);
        const end = stretch === fineCount - 1 ? count : this.#endOf(stretch) - this.frames;
        let loudest = fine[stretch] ?? 0;
        for (const last = Math.min(Math.max(end, index + 1), count); index < last; index++) {
          const value = Math.abs(values[index] ?? 0);
          if (value > loudest) loudest = value;
        }
        fine[stretch] = loudest;
      }
    }
    this.frames += count;
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const isAsTold = Math.abs(this.frames / this.#room - 1) <= 0.01;
    const filled = isAsTold ? fineCount : Math.ceil((this.frames * fineCount) / this.#room);
    const bytes = new Uint8Array(this.#fine.length * peakCount);
    for (const [channel, fine] of this.#fine.entries()) {
      for (let index = 0; index < peakCount; index++) {
        const first = Math.floor((index * filled) / peakCount);
        const end = Math.max(Math.floor(((index + 1) * filled) / peakCount), first + 1);
        let loudest = 0;
        for (let at = first; at < end; at++) loudest = Math.max(loudest, fine[at] ?? 0);
        bytes[channel * peakCount + index] = Math.round(Math.min(loudest, 1) * 255);
      }
    }
    return bytes;
  }

  #endOf(stretch: number): number {
    return Math.floor(((stretch + 1) * this.#room) / fineCount);
  }

  #doubleRoom(): void {
    this.#room *= 2;
    for (const fine of this.#fine) {
      for (let index = 0; index < fineCount; index++) {
        fine[index] = Math.max(fine[2 * index] ?? 0, fine[2 * index + 1] ?? 0);
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
