import type { TranslationOf } from "@/lib/language/texts";
import type { columnChooserTexts } from "./chooser-texts.en";

export const columnChooser: TranslationOf<typeof columnChooserTexts> = {
  density: "Zeilenhöhe",
  densities: { comfortable: "komfortabel", compact: "kompakt" },
  relativeTimes: "Relative Zeiten",
  dayDividers: "Tage trennen",
  columns: "Spalten",
  always: "immer",
  narrower: (column) => `${column} schmaler machen`,
  wider: (column) => `${column} breiter machen`,
  moveUp: (column) => `${column} nach oben`,
  moveDown: (column) => `${column} nach unten`,
  reset: "Spalten und Darstellung zurücksetzen",
};
