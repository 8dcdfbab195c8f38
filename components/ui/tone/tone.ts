/** The colours that tell things apart; never the only sign of what they mean. */
export const tones = [
  ...(["green", "red", "amber", "blue", "violet", "teal", "pink", "grey"] as const),
  ...(["lime", "brown"] as const),
] as const;

export type Tone = (typeof tones)[number];
