import type { TranslationOf } from "@/lib/language/texts";
import type { searchTexts } from "./texts.en";

export const search: TranslationOf<typeof searchTexts> = {
  recordings: "Aufnahmen durchsuchen",
  placeholder: "Suchen",
  clear: "Suche leeren",
};
