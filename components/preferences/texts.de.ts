import type { TranslationOf } from "@/lib/language/texts";
import type { languageTexts } from "./language-choice";
import type { themeTexts } from "./theme-toggle";

export const language: TranslationOf<typeof languageTexts> = {
  language: "Sprache",
  automatic: "Sprache des Browsers",
};

export const theme: TranslationOf<typeof themeTexts> = {
  theme: "Farbschema",
  system: "System",
  light: "Hell",
  dark: "Dunkel",
};
