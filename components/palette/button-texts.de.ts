import type { TranslationOf } from "@/lib/language/texts";
import type { paletteButtonTexts } from "./button-texts.en";

export const paletteButton: TranslationOf<typeof paletteButtonTexts> = {
  findAnything: "Alles finden",
};
