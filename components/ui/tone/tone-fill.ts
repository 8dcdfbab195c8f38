import type { Tone } from "./tone";

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
