/** What a value may be coloured with; each has a tone of both themes. */
export const colours = [
  ...(["green", "lime", "teal", "blue", "violet"] as const),
  ...(["pink", "red", "amber", "brown", "grey"] as const),
] as const;

export type Colour = (typeof colours)[number];
