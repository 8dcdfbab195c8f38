import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { InputAudioTrack } from "mediabunny";
import { log } from "@/lib/ops/log";
import { giveWay } from "@/lib/platform/process/processes";
import { isMissing } from "../store/sound-folder";
import { type Decoder, openDecoder } from "./open-decoder";

type Measured = {
  durationMs: number | null;
  channels: number | null;
  /** Null: no decoder is here for what the file holds. */
  peaks: Uint8Array<ArrayBuffer> | null;
};

/**
 * Which measurement a file of a type gets here; others get the first. Who makes one better counts on, and
 * what was measured by a former one is measured anew.
 */
export const measurements: Readonly<Record<string, number>> = {
  // The first had no decoder of AAC.
  "audio/mp4": 2,
  "audio/aac": 2,
};

/** How many equal stretches a waveform has, of each channel. */
const peakCount = 1_000;

/**
 * Reads a file from its beginning to its end, a packet at a time: how long it is, how many channels it
 * has, and the loudest of each stretch. @throws when it isn't what its beginning says
 */
export async function measureSound(path: string): Promise<Measured> {
  const { ADTS, EncodedPacketSink, FilePathSource, FLAC, Input, MP3, MP4, OGG, WAVE, WEBM } =
    await import("mediabunny");
  const input = new Input({
    source: new FilePathSource(path),
    formats: [WAVE, ADTS, MP3, OGG, FLAC, MP4, WEBM],
  });
  try {
    const track = await input.getPrimaryAudioTrack();
    // Where there is no packet, or no time, the last packet would be looked for without an end.
    const first = track && (await new EncodedPacketSink(track).getFirstPacket(onlyWhere));
    if (!first || (await track.getSampleRate()) <= 0) throw new Error("the file holds no sound");
    return await measureTrack(track);
  } finally {
    input.dispose();
  }
}

const onlyWhere = { metadataOnly: true };
const mostChannels = 16;
/** So long it decodes without a pause. */
const turnMs = 10;

async function measureTrack(track: InputAudioTrack): Promise<Measured> {
  const channels = await track.getNumberOfChannels();
  const toldSeconds = await track.computeDuration();
  // A header may tell any number, and each channel takes memory.
  if (channels < 1 || channels > mostChannels) {
    return { durationMs: toMs(toldSeconds), channels: null, peaks: null };
  }
  const told = { durationMs: toMs(toldSeconds), channels, peaks: null };
  const isAac = (await track.getCodec()) === "aac";
  try {
    const decoder = await openDecoder(track);
    return decoder ? await listen(decoder, channels, toldSeconds) : told;
  } catch (error) {
    // Its container tells how long it is, also of what can't be decoded.
    if (!isAac || isMissing(error)) throw error;
    log().debug({ err: error }, "a file's AAC can't be decoded");
    return told;
  }
}

async function listen(decoder: Decoder, channels: number, toldSeconds: number): Promise<Measured> {
  try {
    let peaks: Peaks | undefined;
    let rate = 0;
    let restedMs = performance.now();
    for await (const packet of decoder.packets) {
      // Packets that were read ahead are decoded without a pause, and others want to be served, too.
      if (performance.now() - restedMs > turnMs) {
        await nextTurn();
        await giveWay();
        restedMs = performance.now();
      }
      const { samples, sampleRate } = await decoder.decode(packet);
      if (!samples[0]?.length || sampleRate <= 0) continue;
      rate = sampleRate;
      peaks ??= new Peaks(channels, Math.round(toldSeconds * sampleRate));
      if (decoder.mayHearMore) peaks.widenTo(countApart(samples));
      peaks.add(samples);
    }
    decoder.finish?.();
    if (!peaks) throw new Error("nothing in the file can be decoded");
    return {
      durationMs: toMs(peaks.frames / rate),
      channels: peaks.channels,
      peaks: peaks.toBytes(),
    };
  } finally {
    decoder.free();
  }
}

/** A decoder may hand out one channel twice, where there might be a second one. */
function countApart(samples: Float32Array[]): number {
  const [first] = samples;
  const isApart = samples.some((other) => other.some((value, index) => value !== first?.[index]));
  return isApart ? samples.length : 1;
}

/** Null: it tells none that makes sense. */
function toMs(seconds: number): number | null {
  const ms = Math.round(seconds * 1_000);
  return Number.isFinite(ms) && ms >= 0 && ms < 2 ** 31 ? ms : null;
}

/** So many times as fine as what is kept, so that a file may be shorter or longer than it says. */
const fineCount = 16 * peakCount;

class Peaks {
  frames = 0;
  /** How many frames the fine stretches hold together. */
  #capacityFrames: number;
  readonly #fine: Float32Array[];

  constructor(channels: number, toldFrames: number) {
    this.#capacityFrames = Math.max(toldFrames, 1);
    this.#fine = Array.from({ length: channels }, () => new Float32Array(fineCount));
  }

  get channels(): number {
    return this.#fine.length;
  }

  /** What was one channel until here is both. */
  widenTo(channels: number): void {
    const [first] = this.#fine;
    while (first && this.#fine.length < Math.min(channels, mostChannels)) {
      this.#fine.push(first.slice());
    }
  }

  add(samples: Float32Array[]): void {
    const count = samples[0]?.length ?? 0;
    // What lies a little beyond the told end belongs to the last stretch.
    while (this.frames + count > this.#capacityFrames * 1.01) this.#doubleCapacity();
    for (const [channel, fine] of this.#fine.entries()) {
      const values = samples[channel] ?? samples[0] ?? new Float32Array();
      for (let index = 0; index < count; ) {
        const reached =
          Math.ceil(((this.frames + index + 1) * fineCount) / this.#capacityFrames) - 1;
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
    const isAsTold = Math.abs(this.frames / this.#capacityFrames - 1) <= 0.01;
    const filled = isAsTold
      ? fineCount
      : Math.ceil((this.frames * fineCount) / this.#capacityFrames);
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
    return Math.floor(((stretch + 1) * this.#capacityFrames) / fineCount);
  }

  #doubleCapacity(): void {
    this.#capacityFrames *= 2;
    for (const fine of this.#fine) {
      for (let index = 0; index < fineCount; index++) {
        fine[index] = Math.max(fine[2 * index] ?? 0, fine[2 * index + 1] ?? 0);
      }
    }
  }
}
