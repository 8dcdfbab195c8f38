import type { TranslationOf } from "@/lib/language/texts";
import type { columnsMenuTexts } from "./texts.en";

export const columnsMenu: TranslationOf<typeof columnsMenuTexts> = {
  columns: "Spalten",
  display: "Darstellung",
};
