import type { CallOrigin } from "../../calls/call-sid";
import { makeCall } from "../../calls/make-call";
import { createRandom } from "../../numbers/random";
import { encodeMp3, mp3ByteCount } from "../mp3/encode-mp3";
import { mp3Format } from "../mp3/mp3-format";
import { encodeWav, listTurns, renderSound, type Turn } from "../recording-library";
import { encodeFlac } from "./encode-flac";
import { encodeM4a } from "./encode-m4a";
import { encodeOpus } from "./encode-opus";

export const tapeFormats = ["wav", "mp3", "m4a", "ogg", "flac"] as const;
export type TapeFormat = (typeof tapeFormats)[number];

/** What an address asks for beyond the call's own sound. */
export type TapeWish = { format: TapeFormat; channels: 1 | 2; seconds: number };

export const leastSeconds = 10;
export const mostSeconds = 1_800;

/** What is recorded of a call where all formats are: mostly minutes, now and then half an hour. */
export function chooseTape({ seed, index }: CallOrigin): TapeWish {
  const random = createRandom(seed, "tape", index);
  const seconds = leastSeconds + (mostSeconds - leastSeconds) * random.fraction() ** 4;
  return {
    format: random.pick(tapeFormats),
    channels: random.chance(0.5) ? 1 : 2,
    seconds: Math.round(seconds * 10) / 10,
  };
}

/**
 * The sound of a call as a file of this format, with the agent on one channel and the customer on the
 * other. A quarter of a minute is spoken and then repeated, so that half an hour is soon made.
 */
export async function makeTape(
  origin: CallOrigin,
  { format, channels, seconds }: TapeWish,
): Promise<Buffer> {
  const { status } = makeCall(origin.seed, origin.index);
  const voices: Float64Array[] = [];
  for (let channel = 0; channel < channels; channel += 1) {
    const random = createRandom(origin.seed, "tape", origin.index, channel);
    voices.push(await renderSound(status, blockSamples, sampleRateHz, random));
  }
  const frames = Math.round(seconds * sampleRateHz);
  if (format === "mp3") return repeatMp3(await encodeMp3(...voices), frames);
  const samples = voices.map(toInt16);
  if (format === "wav") return encodeWav(samples, frames, sampleRateHz);
  if (format === "flac") return encodeFlac(samples, frames, sampleRateHz);
  if (format === "ogg") return encodeOpus(samples, seconds);
  return encodeM4a(samples, seconds, sampleRateHz);
}

/** Who speaks when on the first channel of a tape, until its end. */
export function listTapeTurns({ seed, index }: CallOrigin, { seconds }: TapeWish): Turn[] {
  const { status } = makeCall(seed, index);
  const blockSeconds = blockSamples / sampleRateHz;
  const block = listTurns(status, blockSeconds, createRandom(seed, "tape", index, 0));
  const turns: Turn[] = [];
  for (let at = 0; at < seconds; at += blockSeconds) {
    for (const turn of block) turns.push({ ...turn, startSeconds: at + turn.startSeconds });
  }
  return turns.filter((turn) => turn.startSeconds + turn.seconds <= seconds);
}

const { sampleRateHz, samplesPerFrame, frameBytes } = mp3Format;
/** Whole frames of MP3, packets of Opus and packets of AAC: 14.4 s. */
const blockSamples = 230_400;

function repeatMp3(block: Buffer, frames: number): Buffer {
  const mp3 = Buffer.alloc(mp3ByteCount(frames));
  const whole = Math.floor(blockSamples / samplesPerFrame) * frameBytes;
  for (let at = 0; at < mp3.length; at += whole) {
    block.copy(mp3, at, 0, Math.min(whole, mp3.length - at));
  }
  return mp3;
}

function toInt16(samples: Float64Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
}
