import { texts } from "@/lib/language/texts";

export const waveformTexts = texts("waveform", {
  seek: "Seek",
  place: (elapsed: string, length: string) => `${elapsed} of ${length}`,
  lengthUnknown: "Length unknown",
  marker: (label: string, moment: string) => `${label}, at ${moment}`,
  zoomOut: "Zoom out",
  zoomIn: "Zoom in",
});
