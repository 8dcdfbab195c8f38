import type { TranslationOf } from "@/lib/language/texts";
import type { themeTexts } from "./theme-toggle";

export const theme: TranslationOf<typeof themeTexts> = {
  theme: "Farbschema",
  system: "System",
  light: "Hell",
  dark: "Dunkel",
};
