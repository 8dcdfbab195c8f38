import type { TranslationOf } from "@/lib/language/texts";
import type { recordingsStateMoreTexts } from "./more-texts.en";

export const recordingsStateMore: TranslationOf<typeof recordingsStateMoreTexts> = {
  recordings: "Aufnahmen",
  calls: "Anrufe",
  thisList: "Diese Liste",
  tools: "Sortierung, Spalten und Export",
  removeFilter: "Entfernen Sie einen Filter oder setzen Sie alle zurück.",
  noneYet: "Noch keine Aufnahmen",
  connect: "Anrufdienst verbinden",
  registerUrl:
    "Tragen Sie diese Webhook-URL bei Ihrem Anrufdienst ein. Anrufe erscheinen hier automatisch, sobald sie enden.",
  askAdministrator:
    "Anrufe erscheinen hier automatisch, sobald sie enden. Wenn Sie Anrufe erwarten, fragen Sie einen Administrator, ob der Anrufdienst verbunden ist.",
  lookAround: "Oder sehen Sie sich erst um",
  samples: "Beispielanrufe sind erfunden und gekennzeichnet. Ein Knopf entfernt sie wieder.",
  startTestRun: "Testlauf starten",
  sendOne: "Senden Sie selbst einen:",
  copyLink: "Link kopieren",
  link: "Link",
  copyYourself:
    "Ihr Browser gibt die Zwischenablage nicht frei. Der Link ist markiert: Kopieren Sie ihn selbst.",
  close: "Schließen",
};
