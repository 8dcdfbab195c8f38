import type { TranslationOf } from "@/lib/language/texts";
import type { savedViewsTexts } from "./texts.en";

export const savedViews: TranslationOf<typeof savedViewsTexts> = {
  views: "Ansichten",
  view: "Ansicht:",
  changed: "geändert",
};
