import type { TranslationOf } from "@/lib/language/texts";
import type { keyboardHelpTexts } from "./help-dialog";
import type { keyboardTexts } from "./keys";

export const keyboard: TranslationOf<typeof keyboardTexts> = {
  shortcuts: "Tastenkürzel",
  findAnything: "Alles finden",
  keys: { Ctrl: "Strg", Shift: "Umschalt", Space: "Leertaste", Enter: "Eingabe" },
};

export const keyboardHelp: TranslationOf<typeof keyboardHelpTexts> = {
  title: "Tastenkürzel",
  close: "Schließen",
  everywhere: "Überall",
  find: "Seite, Filter, Aktion oder Anruf finden",
  showHelp: "Diese Hilfe anzeigen",
  closeIt: "Schließen",
  inList: "In der Liste",
  nextCall: "Nächster Anruf, auch aus Seitenleiste und Player",
  previousCall: "Vorheriger Anruf",
  open: "Anruf öffnen",
  playRow: "Anruf abspielen oder anhalten",
  select: "Anruf auswählen",
  toBox: "Zum Kontrollkästchen / zu den Wertefiltern des Anrufs",
  extend: "Auswahl nach unten / oben erweitern",
  selectAll: "Alle geladenen Anrufe auswählen",
  search: "Suchen",
  previousPage: "Vorherige Seite",
  nextPage: "Nächste Seite",
  showNew: "Neue Anrufe anzeigen",
  inCall: "In einem Anruf",
  previousOfList: "Vorheriger Anruf der Liste",
  nextOfList: "Nächster Anruf der Liste",
  saveNote: "Notiz speichern",
  listening: "Beim Anhören",
  play: "Abspielen oder anhalten",
  skip: "5 Sekunden zurück / vor",
  skipFurther: "15 Sekunden zurück / vor",
  speed: "Langsamer / schneller",
  playNeighbour: "Vorherigen / nächsten Anruf abspielen",
  playUnheard: "Nächsten ungehörten Anruf abspielen",
  zoom: "Fokussierte Wellenform vergrößern / verkleinern",
  singleKeys: "Tastenkürzel aus einer Taste",
  singleKeysHint:
    "Schalten Sie sie aus, wenn Sie mit Ihrem Computer sprechen oder versehentlich Tasten drücken. Die übrigen bleiben an.",
};
