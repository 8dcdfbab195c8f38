import type { Random } from "../random";
import { createMouth } from "./mouth";
import { makeSyllables, type Syllable } from "./syllables";
import { valueAt } from "./value-at";

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
