import { texts } from "@/lib/language/texts";
import type { SoundCheck } from "./check-sound";

/** How each kind is judged, in a line. */
export const soundCheckTexts = texts("soundChecks", {
  length: "More than a minute longer or shorter than the minutes used",
  silent: "Nothing louder than line noise (−36 dBFS)",
  near_silent: "Less than 5% louder than line noise (−36 dBFS)",
  one_sided: "One of two channels silent for at least 98% of the call",
  same_sound: "The same file, byte for byte, as another call",
  wrong_number_talk: "The number is marked wrong, the audio lasts a minute or more",
  unanswered: "The status says nobody answered, the audio lasts 10 s or more",
  source_gone: "The calling service no longer has the file",
} satisfies Record<SoundCheck["check"], string>);
