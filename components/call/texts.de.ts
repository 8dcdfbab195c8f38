import type { TranslationOf } from "@/lib/language/texts";
import type { callTexts } from "./texts.en";

export const call: TranslationOf<typeof callTexts> = {
  openCall: "Geöffneter Anruf",
  notShown: "Dieser Anruf konnte nicht angezeigt werden",
  noAnswer: "Der Server antwortet nicht wie erwartet. Versuchen Sie es gleich noch einmal.",
  tryAgain: "Erneut versuchen",
  close: "Schließen",
};
