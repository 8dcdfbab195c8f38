import type { TranslationOf } from "@/lib/language/texts";
import type { keyboardTexts } from "./texts.en";

export const keyboard: TranslationOf<typeof keyboardTexts> = {
  shortcuts: "Tastenkürzel",
  keys: { Ctrl: "Strg", Shift: "Umschalt", Space: "Leertaste", Enter: "Eingabe" },
};
