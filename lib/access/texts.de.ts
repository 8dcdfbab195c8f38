import type { TranslationOf } from "@/lib/language/texts";
import type { gateTexts } from "./gate/route";
import type { membersTexts } from "./members/members";

export const accessGate: TranslationOf<typeof gateTexts> = {
  otherOrigin: "Nur Seiten von Earshot selbst können Änderungen vornehmen.",
  signInFirst: "Melden Sie sich zuerst an.",
  administratorsOnly: "Das darf nur ein Administrator.",
  sessionsUnavailable: "Ihre Sitzung ließ sich nicht prüfen. Versuchen Sie es in Kürze erneut.",
  tooManyOpen:
    "Zu viele davon sind gleichzeitig offen. Schließen Sie eines oder versuchen Sie es gleich noch einmal.",
};

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
