import { createRandom } from "../numbers/random";

export type AudioFault = (typeof audioFaults)[number][0] | NamedFault;
export type NamedFault = (typeof namedFaults)[number];

/** What `?fault=` of a recording's address asks for; the README tells what each does. */
const namedFaults = [
  "dead",
  "late",
  "refusing",
  "html",
  "endless",
  "mislabelled",
  "bomb",
  "truncated",
  "garbled",
] as const;

export function isNamedFault(text: string | null): text is NamedFault {
  return namedFaults.some((name) => name === text);
}

/** What is wrong with the audio of a call; the same for the same seed and call. */
export function chooseAudioFault(seed: number, callIndex: number): AudioFault {
  return createRandom(seed, "audio-fault", callIndex).pickWeighted(audioFaults);
}

/** Of a call whose recording is of any format: null for nine in ten. */
export function chooseNamedFault(seed: number, callIndex: number): NamedFault | null {
  const random = createRandom(seed, "named-fault", callIndex);
  return random.chance(0.1) ? random.pick(namedFaults) : null;
}

const audioFaults = [
  ["none", 70],
  ["missing", 8],
  ["unreachable", 5],
  ["cut-short", 5],
  ["without-ranges", 7],
  ["slow", 5],
] as const;
