/** The colours that tell things apart; never the only sign of what they mean. */
export const tones = [
  "green",
  "red",
  "amber",
  "blue",
  "violet",
  "teal",
  "pink",
  "grey",
  "lime",
  "brown",
] as const;

export type Tone = (typeof tones)[number];

/** A ground in the colour of a tone. */
export const toneFill: Record<Tone, string> = {
  green: "bg-tone-green",
  red: "bg-tone-red",
  amber: "bg-tone-amber",
  blue: "bg-tone-blue",
  violet: "bg-tone-violet",
  teal: "bg-tone-teal",
  pink: "bg-tone-pink",
  grey: "bg-tone-grey",
  lime: "bg-tone-lime",
  brown: "bg-tone-brown",
};

/** What a message means for the reader. */
export type Variant = "plain" | "good" | "warn" | "bad" | "info";
