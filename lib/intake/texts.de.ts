import type { TranslationOf } from "@/lib/language/texts";
import type { intakeTexts, secretsTexts } from "./forms";

export const intake: TranslationOf<typeof intakeTexts> = {
  secretRevoked: "Dieses Secret ist widerrufen.",
  secretSealed:
    "Es gilt, kann aber nicht angezeigt werden: Es wurde unter einem anderen AUTH_SECRET oder in einer anderen Datenbank erstellt. Erstellen Sie ein neues.",
  secretNameTaken: "Ein Secret mit diesem Namen gibt es schon.",
  revocation: {
    "not-active": "Es war schon widerrufen.",
    "last-secret":
      "Das letzte Secret lässt sich nicht widerrufen: Sonst würde jedes Ereignis abgelehnt.",
  },
  enterDays: (most) => `Geben Sie eine ganze Zahl von Tagen zwischen 1 und ${most} ein.`,
  enterMinutes: (most) => `Geben Sie eine ganze Zahl von Minuten zwischen 0 und ${most} ein.`,
};

export const intakeSecrets: TranslationOf<typeof secretsTexts> = {
  nameMissing: "Geben Sie einen Namen ein, etwa den Monat oder wer es registriert.",
  nameTooLong: (most) => `Verwenden Sie höchstens ${most} Zeichen.`,
  nameInvisible: "Verwenden Sie nur sichtbare Zeichen.",
};
