import type { TranslationOf } from "@/lib/language/texts";
import type { languageTexts } from "./language-choice";

export const language: TranslationOf<typeof languageTexts> = {
  language: "Sprache",
  automatic: "Sprache des Browsers",
};
