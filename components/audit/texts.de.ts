import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { auditTexts } from "./texts.en";

export const auditLog: TranslationOf<typeof auditTexts> = {
  title: "Auditprotokoll",
  about: "Wer welchen Anruf angehört und wer Tags, Prüfungen und Löschschutz geändert hat.",
  time: "Zeit",
  person: "Person",
  activity: "Aktivität",
  call: "Anruf",
  all: "Alle",
  activities: {
    listen: "Anhören",
    tag: "Tags",
    review: "Prüfungen",
    protection: "Löschschutz",
  },
  listened: "{time} angehört",
  tagCreated: "Tag {tag} erstellt",
  tagRenamed: "Tag {former} in {tag} umbenannt",
  tagRecoloured: "Farbe des Tags {tag} geändert",
  tagRenamedRecoloured: "Tag {former} in {tag} umbenannt und seine Farbe geändert",
  tagDeleted: "Tag {tag} gelöscht",
  reviewSet: "Anruf als „{state}“ markiert",
  reviewCleared: "Prüfung zurückgenommen",
  protected: "Audio vor dem Löschen geschützt",
  unprotected: "Löschschutz aufgehoben",
  unknown: "Eine Änderung durch eine neuere Version",
  calls: (count) => `${countFormat.format(count)} ${count === 1 ? "Anruf" : "Anrufe"}`,
  entries: "Einträge",
  advice: "Zu diesen Filtern ist nichts protokolliert.",
  nothingYet: "Noch nichts protokolliert",
  aboutEntries:
    "Wenn jemand einen Anruf abspielt oder einen Tag, eine Prüfung oder den Löschschutz ändert, erscheint es hier.",
  onlyPerson: "Nur die Aktivität dieser Person zeigen",
  formerMember: "Ehemaliges Mitglied",
  removedCall: "Entfernter Anruf {id}",
  recording: "Aufnahme",
  is: "ist",
};
