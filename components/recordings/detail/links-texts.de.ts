import type { TranslationOf } from "@/lib/language/texts";
import type { recordingsLinksTexts } from "./links-texts.en";

export const recordingsLinks: TranslationOf<typeof recordingsLinksTexts> = {
  recordings: "Aufnahmen",
  previous: "Vorheriger Anruf",
  next: "Nächster Anruf",
};
