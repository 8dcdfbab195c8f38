import type { Random } from "../numbers/random";
import { valueAt } from "../numbers/value-at";

export type Voice = { pitchHz: number; mouthSize: number };

/** Fills the samples with one turn of speech: a buzz and a hiss, shaped by three formants. */
export function fillSpeech(
  samples: Float64Array,
  sampleRateHz: number,
  voice: Voice,
  random: Random,
): void {
  const mouth = createMouth(sampleRateHz);
  let phase = 0;
  let at = 0;
  for (const syllable of makeSyllables(samples.length / sampleRateHz, random)) {
    const end = Math.min(samples.length, at + Math.round(syllable.seconds * sampleRateHz));
    const start = at;
    for (; at < end; at += 1) {
      const seconds = (at - start) / sampleRateHz;
      if ((at - start) % retuneEverySamples === 0) {
        mouth.moveTowards(syllable.formantsHz, voice.mouthSize);
      }
      phase = (phase + (voice.pitchHz * syllable.pitchFactor) / sampleRateHz) % 1;
      const source = sourceAt(syllable, seconds, phase, random);
      samples[at] = mouth.pass(source) * loudnessAt(syllable, seconds);
    }
  }
  scaleToPeak(samples, 0.45);
}

const retuneEverySamples = 64;

/** A hiss at the onset of some syllables, then pulses of the vocal cords with a little breath. */
function sourceAt(syllable: Syllable, seconds: number, phase: number, random: Random): number {
  const noise = random.fraction() - 0.5;
  if (seconds < syllable.onsetSeconds) return noise * 0.5;
  const opening = phase / 0.6;
  const pulse = opening < 1 ? 2 * opening - 3 * opening ** 2 : 0;
  return pulse + noise * 0.04;
}

function loudnessAt(syllable: Syllable, seconds: number): number {
  const rise = Math.min(1, seconds / 0.03);
  const fall = Math.min(1, Math.max(0, syllable.seconds - seconds) / 0.05);
  return syllable.loudness * rise * fall;
}

function scaleToPeak(samples: Float64Array, peak: number): void {
  const loudest = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  if (loudest === 0) return;
  for (let i = 0; i < samples.length; i += 1) {
    samples[i] = valueAt(samples, i) * (peak / loudest);
  }
}

type Syllable = {
  seconds: number;
  onsetSeconds: number;
  formantsHz: FormantsHz;
  pitchFactor: number;
  loudness: number;
};

/** Babble: syllables of changing vowels, whose pitch falls towards the end of what is said. */
function makeSyllables(seconds: number, random: Random): Syllable[] {
  const syllables: Syllable[] = [];
  for (let at = 0; at < seconds - 0.1; ) {
    const syllableSeconds = Math.min(random.between(0.13, 0.28), seconds - at);
    const isBreath = at > 0.6 && random.chance(0.08);
    syllables.push({
      seconds: syllableSeconds,
      onsetSeconds: random.chance(0.6) ? random.between(0.02, 0.06) : 0,
      formantsHz: random.pick(vowels),
      pitchFactor: 1.12 - 0.25 * (at / seconds) + random.between(-0.07, 0.07),
      loudness: isBreath ? 0 : random.between(0.6, 1),
    });
    at += syllableSeconds;
  }
  return syllables;
}

const vowels = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
  [500, 1500, 2500],
  [660, 1720, 2410],
] as const;

type FormantsHz = readonly [number, number, number];

type Mouth = {
  /** Part of the way from the vowel that is spoken now to the next one. */
  moveTowards(formantsHz: FormantsHz, size: number): void;
  pass(input: number): number;
};

/** Three resonances in a row, which make vowels of a buzz. */
function createMouth(sampleRateHz: number): Mouth {
  const first = createResonance(sampleRateHz, 500, 80);
  const second = createResonance(sampleRateHz, 1500, 110);
  const third = createResonance(sampleRateHz, 2500, 160);
  return {
    moveTowards([firstHz, secondHz, thirdHz], size) {
      first.moveTowards(firstHz / size);
      second.moveTowards(secondHz / size);
      third.moveTowards(thirdHz / size);
    },
    pass: (input) => third.pass(second.pass(first.pass(input))),
  };
}

/** Two poles, and a gain of one for what does not vibrate. */
function createResonance(sampleRateHz: number, startHz: number, bandwidthHz: number) {
  const decay = Math.exp((-Math.PI * bandwidthHz) / sampleRateHz);
  let frequencyHz = startHz;
  let feedback = 0;
  let last = 0;
  let beforeLast = 0;
  return {
    moveTowards(targetHz: number) {
      frequencyHz += (targetHz - frequencyHz) * 0.2;
      feedback = 2 * decay * Math.cos((2 * Math.PI * frequencyHz) / sampleRateHz);
    },
    pass(input: number) {
      const gain = 1 - feedback + decay * decay;
      const output = gain * input + feedback * last - decay * decay * beforeLast;
      beforeLast = last;
      last = output;
      return output;
    },
  };
}
