import type { TranslationOf } from "@/lib/language/texts";
import type { secretsTexts } from "./texts.en";

export const intakeSecrets: TranslationOf<typeof secretsTexts> = {
  nameMissing: "Geben Sie einen Namen ein, etwa den Monat oder wer es registriert.",
  nameTooLong: (most) => `Verwenden Sie höchstens ${most} Zeichen.`,
  nameInvisible: "Verwenden Sie nur sichtbare Zeichen.",
};
