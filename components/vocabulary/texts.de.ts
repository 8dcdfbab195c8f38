import { counted, countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { vocabularyRoomTexts } from "@/lib/vocabulary/views";
import type { vocabularySettingsTexts } from "./settings/texts.en";
import type { rowAudioTexts, vocabularyTexts } from "./values";

export const vocabulary: TranslationOf<typeof vocabularyTexts> = {
  valueFields: {
    status: "Status",
    campaign: "Kampagne",
    gender: "Geschlecht",
    type: "Kundentyp",
    customer: "Kunde",
  },
  noValue: {
    status: "Kein Status",
    campaign: "Keine Kampagne",
    gender: "Kein Geschlecht",
    type: "Kein Kundentyp",
    customer: "Kein Kunde",
  },
  markFields: {
    audio: "Audio",
    check: "Audioproblem",
    heard: "Gehört",
    tag: "Tag",
    review: "Prüfung",
    notes: "Notizen",
    mentioned: "Erwähnt",
    protected: "Geschützt",
    text: "Gesprochener Text",
  },
  marks: {
    audio: {
      "": "keines",
      kept: "aufbewahrt",
      waiting: "ausstehend",
      not_ready: "in Verarbeitung",
      refused: "verweigert",
      gone: "nicht mehr vorhanden",
      too_large: "zu groß",
      not_audio: "eine andere Art Datei",
      removed: "entfernt",
    },
    check: {
      "": "keines",
      length: "abweichende Länge",
      silent: "stumm",
      near_silent: "fast stumm",
      one_sided: "ein Kanal stumm",
      same_sound: "doppeltes Audio",
      wrong_number_talk: "Audio bei falscher Nummer",
      unanswered: "Audio bei nicht angenommenem Anruf",
      source_gone: "an der Quelle verschwunden",
    },
    heard: { "": "von niemandem", me: "von mir", anyone: "von jemandem", half: "zur Hälfte" },
    tag: { "": "keines" },
    review: { "": "keine", to_review: "zu prüfen", reviewed: "geprüft", flagged: "beanstandet" },
    notes: { "": "nein", true: "ja" },
    mentioned: { "": "niemand", me: "ich" },
    protected: { "": "nein", true: "ja" },
    text: { "": "keiner", kept: "vorhanden", waiting: "in Arbeit", failed: "gescheitert" },
  },
  audioIs: {
    kept: "Audio ist aufbewahrt",
    waiting: "Audio steht noch aus",
    not_ready: "Audio wird noch verarbeitet",
    refused: "Audio wurde verweigert",
    gone: "Audio ist nicht mehr vorhanden",
    too_large: "Audio ist zu groß",
    not_audio: "Audio ist eine andere Art Datei",
    removed: "Audio ist entfernt",
  },
  audioIsOther: (state) => `Audio ist ${state}`,
};

export const rowAudio: TranslationOf<typeof rowAudioTexts> = {
  isProtected: (words) => `${words}, vor Löschung geschützt`,
  isHeldUp: (words) => `${words}: das Kontingent ist ausgeschöpft`,
};

export const vocabularySettings: TranslationOf<typeof vocabularySettingsTexts> = {
  statuses: "Status",
  campaigns: "Kampagnen",
  searchIn: (label) => `${label} durchsuchen`,
  searchHint: "Namen, Werte, Gruppen suchen",
  noMatches: "Keine Treffer.",
  nothingYet: "Noch nichts vorhanden. Werte erscheinen mit dem ersten Anruf.",
  more: (hidden) => `${counted(hidden, "weiterer", "weitere")}. Grenzen Sie mit der Suche ein.`,
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
  calls: (count) => counted(count, "Anruf", "Anrufe"),
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

export const vocabularyRoom: TranslationOf<typeof vocabularyRoomTexts> = {
  noName: "Geben Sie einen Namen ein.",
  badName: "Das ist kein gültiger Name.",
  badGroup: "Das ist keine gültige Gruppe.",
  tooMany: (most) => `Ein Name kann höchstens ${most} Werte haben.`,
  name: {
    severalLines: "Der Name darf nur aus einer Zeile bestehen.",
    tooLong: (most) => `Der Name darf höchstens ${most} Zeichen haben.`,
  },
  group: {
    severalLines: "Die Gruppe darf nur aus einer Zeile bestehen.",
    tooLong: (most) => `Die Gruppe darf höchstens ${most} Zeichen haben.`,
  },
};
