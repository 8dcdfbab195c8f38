import "server-only";
import type { EncodedPacket, InputAudioTrack } from "mediabunny";
import { openAac } from "./decode-aac";

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
