import type { TranslationOf } from "@/lib/language/texts";
import type { callPanelTexts } from "./call-layouts";
import type { callTexts } from "./list-and-call";

export const call: TranslationOf<typeof callTexts> = {
  openCall: "Geöffneter Anruf",
  notShown: "Dieser Anruf konnte nicht angezeigt werden",
  noAnswer: "Der Server antwortet nicht wie erwartet. Versuchen Sie es gleich noch einmal.",
  tryAgain: "Erneut versuchen",
  close: "Schließen",
};

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
