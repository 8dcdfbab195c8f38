import type { TranslationOf } from "@/lib/language/texts";
import type { callPanelTexts } from "./panel-texts.en";

export const callPanel: TranslationOf<typeof callPanelTexts> = {
  previous: "Vorheriger Anruf",
  noPrevious: "Kein vorheriger Anruf",
  next: "Nächster Anruf",
  noNext: "Kein nächster Anruf",
  openAsPage: "Als Seite öffnen",
  close: "Schließen",
  notFound: "Aufnahme nicht gefunden",
  mistyped:
    "Vielleicht ist sie noch nicht eingetroffen, oder die Adresse enthält einen Tippfehler.",
};
