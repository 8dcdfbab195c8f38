import { createRandom } from "../random";

export type AudioFault = (typeof audioFaults)[number][0];

/** What is wrong with the audio of a call; the same for the same seed and call. */
export function chooseAudioFault(seed: number, callIndex: number): AudioFault {
  return createRandom(seed, "audio-fault", callIndex).pickWeighted(audioFaults);
}

const audioFaults = [
  ["none", 70],
  ["missing", 8],
  ["unreachable", 5],
  ["cut-short", 5],
  ["without-ranges", 7],
  ["slow", 5],
] as const;
