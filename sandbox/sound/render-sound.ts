import { setImmediate as nextTurn } from "node:timers/promises";
import type { Random } from "../random";
import { fillLineTone } from "./line-tone";
import { planSound } from "./plan-sound";
import { fillSpeech } from "./voice";

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
