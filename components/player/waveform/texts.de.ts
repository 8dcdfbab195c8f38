import type { TranslationOf } from "@/lib/language/texts";
import type { waveformTexts } from "./texts.en";

export const waveform: TranslationOf<typeof waveformTexts> = {
  seek: "Springen",
  place: (elapsed, length) => `${elapsed} von ${length}`,
  lengthUnknown: "Länge noch nicht bekannt",
  marker: (label, moment) => `${label}, bei ${moment}`,
  zoomOut: "Verkleinern",
  zoomIn: "Vergrößern",
};
