import type { TranslationOf } from "@/lib/language/texts";
import type { gateTexts } from "./texts.en";

export const accessGate: TranslationOf<typeof gateTexts> = {
  otherOrigin: "Nur Seiten von Earshot selbst können Änderungen vornehmen.",
  signInFirst: "Melden Sie sich zuerst an.",
  administratorsOnly: "Das darf nur ein Administrator.",
  sessionsUnavailable: "Ihre Sitzung ließ sich nicht prüfen. Versuchen Sie es in Kürze erneut.",
  tooManyOpen:
    "Zu viele davon sind gleichzeitig offen. Schließen Sie eines oder versuchen Sie es gleich noch einmal.",
};
