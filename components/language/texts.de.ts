import type { TranslationOf } from "@/lib/language/texts";
import type { languageTexts } from "./texts.en";

export const language: TranslationOf<typeof languageTexts> = {
  language: "Sprache",
  automatic: "Sprache des Browsers",
};
