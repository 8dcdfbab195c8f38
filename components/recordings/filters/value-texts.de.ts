import type { TranslationOf } from "@/lib/language/texts";
import type { filterValueTexts } from "./value-texts.en";

export const filterValues: TranslationOf<typeof filterValueTexts> = {
  searchIn: (field) => `In ${field} suchen`,
  searchValues: "Werte suchen",
  is: "Ist",
  isNot: "Ist nicht",
  more: (count) => `${count} weitere. Tippen Sie, um sie einzugrenzen.`,
  noValues: "Keine Werte.",
  clear: "Zurücksetzen",
  others: "Übrige",
  allOf: (group) => `Alle aus ${group}`,
  exclude: (value) => `${value} ausschließen`,
  rawValuesOf: (name) => `Rohwerte von ${name}`,
  rawValues: (count, values) => `${count} Rohwerte: ${values}`,
  notCounted: "Die Anrufe können gerade nicht gezählt werden.",
  tryAgain: "Erneut versuchen",
  fetchAgain: "Erneut abrufen",
  fetchAgainOffer: "Erneut abrufen …",
  askToFetch: (count, isOne) =>
    `Das Audio von ${count} ${isOne ? "Anruf" : "Anrufen"} erneut abrufen? Bereits aufbewahrtes Audio ändert sich nicht.`,
  fetching: (count, isOne) =>
    `Das Audio von ${count} ${isOne ? "Anruf" : "Anrufen"} wird erneut abgerufen.`,
  notFetched: "Das hat nicht geklappt. Versuchen Sie es in einem Moment erneut.",
  cancel: "Abbrechen",
};
