import { type CallOrigin, writeCallSid } from "../calls/call-sid";
import { makeCall } from "../calls/make-call";
import { createRandom } from "../random";
import { encodeWav, wavByteCount } from "./encode-wav";
import { encodeMp3, mp3ByteCount } from "./mp3/encode-mp3";
import { mp3Format } from "./mp3/mp3-format";
import { renderSound } from "./render-sound";

export type AudioFormat = "wav" | "mp3";

export type RecordingLibrary = {
  /** Known without rendering anything. */
  byteCount(origin: CallOrigin, format: AudioFormat): number;
  load(origin: CallOrigin, format: AudioFormat): Promise<Buffer>;
};

const { sampleRateHz } = mp3Format;
const maxSeconds = 60;
const maxKept = 16;

/** Renders the sound of a call when it is asked for, and keeps the few that were asked for last. */
export function createRecordingLibrary(): RecordingLibrary {
  const kept = new Map<string, Promise<Buffer>>();
  return {
    byteCount(origin, format) {
      const count = sampleCount(origin);
      return format === "wav" ? wavByteCount(count) : mp3ByteCount(count);
    },
    load(origin, format) {
      const name = `${writeCallSid(origin)}.${format}`;
      const recording = kept.get(name) ?? render(origin, format);
      kept.delete(name);
      kept.set(name, recording);
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return recording;
    },
  };
}

async function render(origin: CallOrigin, format: AudioFormat): Promise<Buffer> {
  const { status } = makeCall(origin.seed, origin.index);
  const random = createRandom(origin.seed, "sound", origin.index);
  const samples = await renderSound(status, sampleCount(origin), sampleRateHz, random);
  return format === "wav" ? encodeWav(samples, sampleRateHz) : encodeMp3(samples);
}

function sampleCount({ seed, index }: CallOrigin): number {
  return Math.min(makeCall(seed, index).durationSeconds, maxSeconds) * sampleRateHz;
}
