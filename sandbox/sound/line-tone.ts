export type LineTone = "ringing" | "busy" | "unobtainable" | "beep";

/** Fills the samples with what a telephone line itself plays. */
export function fillLineTone(samples: Float64Array, sampleRateHz: number, tone: LineTone): void {
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
