import type { TranslationOf } from "@/lib/language/texts";
import type { gateTexts } from "./texts.en";

export const accessGate: TranslationOf<typeof gateTexts> = {
  otherOrigin: "Nur Seiten von Earshot selbst dürfen schreiben.",
  signInFirst: "Melden Sie sich zuerst an.",
  administratorsOnly: "Das darf nur ein Administrator.",
  sessionsUnavailable:
    "Sitzungen lassen sich gerade nicht lesen. Versuchen Sie es in Kürze erneut.",
  tooManyOpen:
    "Zu viele davon sind gleichzeitig offen. Schließen Sie eines oder versuchen Sie es gleich noch einmal.",
};
