import type { TranslationOf } from "@/lib/language/texts";
import type { membersTexts } from "./texts.en";

export const accessMembers: TranslationOf<typeof membersTexts> = {
  emailMissing: "Geben Sie eine E-Mail-Adresse ein.",
  nameMissing: "Geben Sie Ihren Namen ein.",
  atLeast: (characters) => `Verwenden Sie mindestens ${characters} Zeichen.`,
  atMost: (characters) => `Verwenden Sie höchstens ${characters} Zeichen.`,
  emailTaken: "Zu dieser Adresse gibt es schon ein Konto.",
  notFound: "Diese Person hat keinen Zugang mehr.",
  lastAdministrator:
    "Der letzte Administrator lässt sich nicht entfernen: Sonst könnte niemand mehr Personen Zugang geben.",
};
