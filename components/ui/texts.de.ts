import type { TranslationOf } from "@/lib/language/texts";
import type { calendarTexts } from "./controls/calendar";
import type { uiTexts } from "./texts.en";

export const ui: TranslationOf<typeof uiTexts> = {
  copied: "Kopiert",
  notCopied: "Nicht kopiert",
};

export const calendar: TranslationOf<typeof calendarTexts> = {
  previousMonth: "Voriger Monat",
  nextMonth: "Nächster Monat",
  chooseFirstDay: "Wählen Sie den ersten Tag",
  chooseLastDay: "Nun den letzten oder denselben noch einmal",
};
