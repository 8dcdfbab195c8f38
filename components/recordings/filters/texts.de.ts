import type { TranslationOf } from "@/lib/language/texts";
import type { filterTexts } from "./texts.en";

export const recordingFilters: TranslationOf<typeof filterTexts> = {
  atLeast: "Mindestens",
  atMost: "Höchstens",
  apply: "Anwenden",
  none: "keine Angabe",
  filterBy: (field, value) => `Nach ${field} filtern: ${value}`,
  showOnly: "Nur {value} zeigen",
  exclude: "{value} ausschließen",
};
