import { setImmediate as nextTurn } from "node:timers/promises";
import { type CallOrigin, writeCallSid } from "../calls/call-sid";
import { makeCall } from "../calls/make-call";
import { createRandom, type Random } from "../numbers/random";
import { encodeMp3, mp3ByteCount } from "./mp3/encode-mp3";
import { mp3Format } from "./mp3/mp3-format";
import { fillSpeech, type Voice } from "./voice";

type AudioFormat = "wav" | "mp3";

export type RecordingLibrary = {
  /** Known without rendering anything. */
  byteCount(origin: CallOrigin, format: AudioFormat): number;
  load(origin: CallOrigin, format: AudioFormat): Promise<Buffer>;
};

const { sampleRateHz } = mp3Format;
const maxSeconds = 60;
const maxKept = 16;

/** Somebody speaks for a while. */
export type Turn = { speaker: "agent" | "customer"; startSeconds: number; seconds: number };

/** Told of each recording that is rendered, and who speaks when in it. */
type OnRendered = (origin: CallOrigin, file: Buffer, turns: Turn[], seconds: number) => void;

/** Renders the sound of a call when it is asked for, and keeps the few that were asked for last. */
export function createRecordingLibrary(onRendered: OnRendered = () => {}): RecordingLibrary {
  const kept = new Map<string, Promise<Buffer>>();
  return {
    byteCount(origin, format) {
      const count = sampleCount(origin);
      return format === "wav" ? wavByteCount(count) : mp3ByteCount(count);
    },
    load(origin, format) {
      const name = `${writeCallSid(origin)}.${format}`;
      const recording = kept.get(name) ?? render(origin, format, onRendered);
      kept.delete(name);
      kept.set(name, recording);
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return recording;
    },
  };
}

async function render(
  origin: CallOrigin,
  format: AudioFormat,
  onRendered: OnRendered,
): Promise<Buffer> {
  const { status } = makeCall(origin.seed, origin.index);
  const keys = [origin.seed, "sound", origin.index] as const;
  const samples = await renderSound(
    status,
    sampleCount(origin),
    sampleRateHz,
    createRandom(...keys),
  );
  const file = format === "mp3" ? await encodeMp3(samples) : encodeSamples(samples);
  const seconds = samples.length / sampleRateHz;
  onRendered(origin, file, listTurns(status, seconds, createRandom(...keys)), seconds);
  return file;
}

function encodeSamples(samples: Float64Array): Buffer {
  const pcm = Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
  return encodeWav([pcm], pcm.length, sampleRateHz);
}

/** Who speaks when in what the same random numbers render: the customer first, then by turns. */
export function listTurns(status: string, seconds: number, random: Random): Turn[] {
  const spoken = planSound(status, seconds, random).filter(({ kind }) => kind === "voice");
  return spoken.map(({ startSeconds, seconds: length }, index) => {
    return { speaker: index % 2 === 0 ? "customer" : "agent", startSeconds, seconds: length };
  });
}

function sampleCount({ seed, index }: CallOrigin): number {
  return Math.min(makeCall(seed, index).durationSeconds, maxSeconds) * sampleRateHz;
}

/** Samples from -1 to 1; other work goes on between the parts. */
export async function renderSound(
  status: string,
  sampleCount: number,
  sampleRateHz: number,
  random: Random,
): Promise<Float64Array> {
  const samples = new Float64Array(sampleCount);
  for (const part of planSound(status, sampleCount / sampleRateHz, random)) {
    const start = Math.round(part.startSeconds * sampleRateHz);
    const end = start + Math.round(part.seconds * sampleRateHz);
    const target = samples.subarray(start, end);
    if (part.kind === "tone") fillLineTone(target, sampleRateHz, part.tone);
    else fillSpeech(target, sampleRateHz, part.voice, random);
    await nextTurn();
  }
  return samples;
}

const headerBytes = 44;
const bytesPerSample = 2;

/** Length of the WAV of so many samples; known before anything is encoded. */
function wavByteCount(sampleCount: number): number {
  return headerBytes + sampleCount * bytesPerSample;
}

/**
 * PCM, 16 bit, of one channel or two; `frames` repeats or cuts the channels to so many samples each.
 */
export function encodeWav(channels: Int16Array[], frames: number, sampleRateHz: number): Buffer {
  const frameBytes = channels.length * bytesPerSample;
  const wav = Buffer.alloc(headerBytes + frames * frameBytes);
  writeHeader(wav, channels.length, sampleRateHz);
  const period = channels[0]?.length ?? 0;
  const block = Math.min(period, frames);
  for (let frame = 0; frame < block; frame += 1) {
    channels.forEach((samples, channel) => {
      const at = headerBytes + frame * frameBytes + channel * bytesPerSample;
      wav.writeInt16LE(samples[frame] ?? 0, at);
    });
  }
  const blockEnd = headerBytes + block * frameBytes;
  for (let at = blockEnd; at < wav.length; at += block * frameBytes) {
    wav.copy(wav, at, headerBytes, Math.min(blockEnd, headerBytes + wav.length - at));
  }
  return wav;
}

function writeHeader(wav: Buffer, channels: number, sampleRateHz: number): void {
  wav.write("RIFF", 0, "ascii");
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8, "ascii");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(channels, 22);
  wav.writeUInt32LE(sampleRateHz, 24);
  wav.writeUInt32LE(sampleRateHz * bytesPerSample * channels, 28);
  wav.writeUInt16LE(bytesPerSample * channels, 32);
  wav.writeUInt16LE(bytesPerSample * 8, 34);
  wav.write("data", 36, "ascii");
  wav.writeUInt32LE(wav.length - headerBytes, 40);
}

type SoundPart = { startSeconds: number; seconds: number } & (
  | { kind: "tone"; tone: LineTone }
  | { kind: "voice"; voice: Voice }
);

/** What is heard in a call that ended like this, from its beginning to its end. */
function planSound(status: string, seconds: number, random: Random): SoundPart[] {
  const wholeCall = (tone: LineTone): SoundPart[] => [
    { kind: "tone", tone, startSeconds: 0, seconds },
  ];
  if (status === "busy") return wholeCall("busy");
  if (status === "failed") return wholeCall("unobtainable");
  if (status === "no-answer" || status === "canceled") return wholeCall("ringing");
  const [agent, customer] = makeVoices(random);
  return status === "voicemail"
    ? planVoicemail(seconds, agent, customer)
    : planConversation(seconds, agent, customer, random);
}

function makeVoices(random: Random): [Voice, Voice] {
  const high = { pitchHz: random.between(180, 225), mouthSize: random.between(0.85, 0.92) };
  const low = { pitchHz: random.between(95, 130), mouthSize: random.between(0.98, 1.05) };
  return random.chance(0.5) ? [high, low] : [low, high];
}

function planVoicemail(seconds: number, agent: Voice, customer: Voice): SoundPart[] {
  return [
    { kind: "tone", tone: "ringing", startSeconds: 0, seconds: 4 },
    { kind: "voice", voice: customer, startSeconds: 4.5, seconds: 4 },
    { kind: "tone", tone: "beep", startSeconds: 8.8, seconds: 0.4 },
    { kind: "voice", voice: agent, startSeconds: 9.8, seconds: Math.max(1, seconds - 10.5) },
  ];
}

function planConversation(
  seconds: number,
  agent: Voice,
  customer: Voice,
  random: Random,
): SoundPart[] {
  const parts: SoundPart[] = [{ kind: "tone", tone: "ringing", startSeconds: 0, seconds: 2 }];
  let at = 2.5;
  for (let turn = 0; at < seconds - 1; turn += 1) {
    const turnSeconds = Math.min(random.between(1, turn % 2 === 0 ? 5 : 3.5), seconds - at - 0.3);
    const voice = turn % 2 === 0 ? customer : agent;
    parts.push({ kind: "voice", voice, startSeconds: at, seconds: turnSeconds });
    at += turnSeconds + random.between(0.25, 0.8);
  }
  return parts;
}

type LineTone = "ringing" | "busy" | "unobtainable" | "beep";

/** Fills the samples with what a telephone line itself plays. */
function fillLineTone(samples: Float64Array, sampleRateHz: number, tone: LineTone): void {
  const steps = cadences[tone];
  const cycleSeconds = steps.reduce((total, step) => total + step.seconds, 0);
  for (let i = 0; i < samples.length; i += 1) {
    const seconds = i / sampleRateHz;
    samples[i] = 0.15 * soundingAt(steps, seconds % cycleSeconds, seconds);
  }
}

type Step = { seconds: number; frequenciesHz: number[] };

const cadences: Record<LineTone, Step[]> = {
  ringing: [
    { seconds: 2, frequenciesHz: [440, 480] },
    { seconds: 2, frequenciesHz: [] },
  ],
  busy: [
    { seconds: 0.5, frequenciesHz: [480, 620] },
    { seconds: 0.5, frequenciesHz: [] },
  ],
  unobtainable: [
    { seconds: 0.33, frequenciesHz: [914] },
    { seconds: 0.33, frequenciesHz: [1371] },
    { seconds: 0.33, frequenciesHz: [1777] },
    { seconds: 1, frequenciesHz: [] },
  ],
  beep: [{ seconds: 60, frequenciesHz: [1000] }],
};

function soundingAt(steps: Step[], secondsInCycle: number, seconds: number): number {
  let end = 0;
  for (const step of steps) {
    end += step.seconds;
    if (secondsInCycle >= end) continue;
    const start = end - step.seconds;
    const fade = Math.min(1, (secondsInCycle - start) / 0.01, (end - secondsInCycle) / 0.01);
    const sines = step.frequenciesHz.map((hz) => Math.sin(2 * Math.PI * hz * seconds));
    return fade * sines.reduce((sum, sine) => sum + sine, 0);
  }
  return 0;
}
