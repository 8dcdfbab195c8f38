import type { TranslationOf } from "@/lib/language/texts";
import type { uiTexts } from "./controls/async-buttons";
import type { calendarTexts } from "./controls/calendar";
import type { sortableTexts } from "./controls/sortable";

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

export const sortable: TranslationOf<typeof sortableTexts> = {
  move: (name) => `${name} verschieben`,
  grip: "Griff",
  howTo:
    "Mit der Leertaste aufnehmen, mit den Pfeiltasten verschieben, mit der Leertaste ablegen, mit Esc abbrechen.",
  pickedUp: (name, place, all) => `${name} aufgenommen, Stelle ${place} von ${all}.`,
  movedTo: (name, place, all) => `${name}: Stelle ${place} von ${all}`,
  dropped: (name, place, all) => `${name} abgelegt an Stelle ${place} von ${all}.`,
  cancelled: (name, place, all) => `Abgebrochen. ${name} bleibt an Stelle ${place} von ${all}.`,
};
