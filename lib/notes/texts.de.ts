import type { TranslationOf } from "@/lib/language/texts";
import type { reviewTexts } from "./views";
import type { notesRoomTexts } from "./written-text";

export const notesRoom: TranslationOf<typeof notesRoomTexts> = {
  nothingWritten: "Schreiben Sie zuerst etwas.",
  tooLong: {
    note: (most, length) =>
      `Eine Notiz kann bis zu ${most} Zeichen lang sein; diese hat ${length}.`,
    reason: (most, length) =>
      `Ein Grund kann bis zu ${most} Zeichen lang sein; dieser hat ${length}.`,
  },
  badMoment: "Geben Sie eine Stelle wie 0:42 ein, oder lassen Sie das Feld leer.",
  noReason: "Geben Sie an, was zu beanstanden ist.",
  noteRefused: {
    "not-found": "Diesen Anruf oder diese Notiz gibt es nicht mehr.",
    "not-allowed": "Nur wer die Notiz geschrieben hat, kann sie bearbeiten.",
    "no-room":
      "Für diesen Anruf sind keine weiteren Notizen möglich. Löschen Sie eine, die Sie nicht brauchen.",
  },
  noName: "Geben Sie einen Namen ein.",
  severalLines: "Verwenden Sie nur eine Zeile.",
  nameTooLong: (most) => `Verwenden Sie höchstens ${most} Zeichen.`,
  tagRefused: {
    "not-found": "Dieses Tag oder diesen Anruf gibt es nicht mehr.",
    "name-taken": "Ein Tag mit diesem Namen gibt es schon.",
    "no-room": "Möglich sind 300 Tags, und 50 pro Anruf. Entfernen Sie zuerst eines.",
  },
};

export const review: TranslationOf<typeof reviewTexts> = {
  to_review: "Zu prüfen",
  reviewed: "Geprüft",
  flagged: "Beanstandet",
};
