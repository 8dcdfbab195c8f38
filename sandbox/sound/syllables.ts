import type { Random } from "../random";
import type { FormantsHz } from "./mouth";

export type Syllable = {
  seconds: number;
  onsetSeconds: number;
  formantsHz: FormantsHz;
  pitchFactor: number;
  loudness: number;
};

/** Babble: syllables of changing vowels, whose pitch falls towards the end of what is said. */
export function makeSyllables(seconds: number, random: Random): Syllable[] {
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
