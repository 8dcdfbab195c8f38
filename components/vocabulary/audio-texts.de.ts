import type { TranslationOf } from "@/lib/language/texts";
import type { rowAudioTexts } from "./values";

export const rowAudio: TranslationOf<typeof rowAudioTexts> = {
  isProtected: (words) => `${words}, vor Löschung geschützt`,
  isHeldUp: (words) => `${words}: das Kontingent ist ausgeschöpft`,
};
