export type FormantsHz = readonly [number, number, number];

export type Mouth = {
  /** Part of the way from the vowel that is spoken now to the next one. */
  moveTowards(formantsHz: FormantsHz, size: number): void;
  pass(input: number): number;
};

/** Three resonances in a row, which make vowels of a buzz. */
export function createMouth(sampleRateHz: number): Mouth {
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
