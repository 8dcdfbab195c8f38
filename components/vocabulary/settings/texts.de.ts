import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { vocabularySettingsTexts } from "./texts.en";

export const vocabularySettings: TranslationOf<typeof vocabularySettingsTexts> = {
  statuses: "Status",
  campaigns: "Kampagnen",
  searchIn: (label) => `${label} durchsuchen`,
  searchHint: "Namen, Werte, Gruppen suchen",
  noMatches: "Keine Treffer.",
  nothingYet: "Noch nichts vorhanden. Werte erscheinen mit dem ersten Anruf.",
  more: (hidden) =>
    `${countFormat.format(hidden)} ${hidden === 1 ? "weiterer" : "weitere"}. Grenzen Sie mit der Suche ein.`,
  uncounted: "Es gibt weitere Werte; sie erscheinen, sobald die Anrufe gezählt sind.",
  unlisted: (values) =>
    values === 1
      ? "1 weiterer Wert mit weniger Anrufen ist nicht aufgeführt."
      : `${countFormat.format(values)} weitere Werte mit weniger Anrufen sind nicht aufgeführt.`,
  resetOrder: "Reihenfolge zurücksetzen",
  orderReset: "Reihenfolge zurückgesetzt: die meisten Anrufe zuerst.",
  placed: (name, place, all) => `${name} steht an Stelle ${place} von ${all}.`,
  suggested: (merges) =>
    merges === 1
      ? "Ein Vorschlag zum Zusammenführen"
      : `${countFormat.format(merges)} Vorschläge zum Zusammenführen`,
  suggestions: "Vorschläge zum Zusammenführen",
  into: "zu",
  merge: "Zusammenführen",
  mergeInto: (names, into) => `${names} mit ${into} zusammenführen`,
  merged: (names, into) => `${names} mit ${into} zusammengeführt.`,
  differ: (names, into) => `Verwerfen: ${names} und ${into} sind verschieden`,
  dismissed: "Vorschlag verworfen.",
  showFewer: "Weniger anzeigen",
  showAll: (all) => `Alle ${all} anzeigen`,
  selected: "Auswahl",
  selectedCount: (count) =>
    count === 1
      ? "1 ausgewählt. Wählen Sie zum Zusammenführen einen weiteren Namen."
      : `${count} ausgewählt`,
  mergeTarget: "Zusammenführen zu",
  clear: "Auswahl aufheben",
  select: (name) => `${name} auswählen`,
  rename: (name) => `${name} umbenennen`,
  change: (name) => `${name} ändern`,
  moveUp: (name) => `${name} nach oben`,
  moveDown: (name) => `${name} nach unten`,
  notCounted: "Noch nicht gezählt",
  noCalls: "Keine Anrufe",
  calls: (count) => `${countFormat.format(count)} ${count === 1 ? "Anruf" : "Anrufe"}`,
  valuesOf: (name) => `Werte von ${name}`,
  splitFrom: (value, name) => `${value} von ${name} trennen`,
  split: "Abtrennen",
  isSplit: (value, name) => `${value} ist von ${name} getrennt.`,
  nameOf: (name) => `Name von ${name}`,
  renamed: (name, to) => `${name} in ${to} umbenannt.`,
  asksMerge: (taken) => `Mit ${taken} zusammenführen?`,
  taken: "{taken} gibt es schon. {name} damit zusammenführen? Die Rohwerte bleiben erhalten.",
  keepSeparate: "Getrennt lassen",
  colour: "Farbe",
  automatic: "Automatisch",
  none: "Keine",
  colours: {
    green: "Grün",
    lime: "Limette",
    teal: "Petrol",
    blue: "Blau",
    violet: "Violett",
    pink: "Rosa",
    red: "Rot",
    amber: "Bernstein",
    brown: "Braun",
    grey: "Grau",
  },
  group: "Gruppe",
  groupHint: "Filter zeigen die Namen einer Gruppe zusammen.",
  save: "Speichern",
  saved: (name) => `${name} gespeichert.`,
  cancel: "Abbrechen",
  reset: "Zurücksetzen",
  isReset: (name) => `${name} zurückgesetzt.`,
  failed: "Das hat nicht geklappt. Versuchen Sie es erneut.",
  undo: "Rückgängig",
  undone: "Rückgängig gemacht.",
  notUndone: "Inzwischen hat jemand anderes dies geändert. Es wurde nichts rückgängig gemacht.",
  nothingToChange: "Nichts zu ändern.",
  dismiss: "Ausblenden",
};
