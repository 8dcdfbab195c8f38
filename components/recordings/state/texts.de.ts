import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { copyLinkTexts } from "./copy-link";
import type { firstStepsTexts } from "./first-steps";
import type { linkDialogTexts } from "./link-dialog";
import type { recordingsStateTexts } from "./news-pill";
import type { noMatchTexts } from "./no-match-offers";
import type { recordingsStateMoreTexts } from "./recordings-header";

export const recordingsState: TranslationOf<typeof recordingsStateTexts> = {
  lastCall: (span) => `Letzter Anruf vor ${span}`,
  span: {
    seconds: (n) => `${n} s`,
    minutes: (n) => `${n} min`,
    hours: (n) => `${n} h`,
    days: (n) => `${n} Tagen`,
  },
  newCount: (n) => (n === 1 ? "1 neuer" : `${countFormat.format(n)} neue`),
  newShow: (n) => `${n === 1 ? "Anruf" : "Anrufe"} – anzeigen`,
  updatesPaused: "Live-Updates unterbrochen",
  signedOut: "Sie wurden abgemeldet.",
  signIn: "Anmelden",
};

export const copyLink: TranslationOf<typeof copyLinkTexts> = {
  copyLink: "Link kopieren",
  copyCallLink: "Link zu diesem Anruf kopieren",
  copied: "Kopiert",
  relativeDates: "Mit relativen Tagen kopieren",
  whenOpened: (days) => `${days}, vom Tag des Öffnens aus`,
  fixedDates: "Mit festen Tagen kopieren",
};

export const firstSteps: TranslationOf<typeof firstStepsTexts> = {
  lookAround: "Oder sehen Sie sich erst um",
  samples: "Beispielanrufe sind erfunden und gekennzeichnet. Ein Knopf entfernt sie wieder.",
  startTestRun: "Testlauf starten",
  sendOne: "Senden Sie selbst einen:",
};

export const linkDialog: TranslationOf<typeof linkDialogTexts> = {
  copyLink: "Link kopieren",
  link: "Link",
  copyYourself:
    "Ihr Browser gibt die Zwischenablage nicht frei. Der Link ist markiert: Kopieren Sie ihn selbst.",
  close: "Schließen",
};

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
};

export const noMatch: TranslationOf<typeof noMatchTexts> = {
  offers: "Anrufe ohne einen Filter",
  without: (filter, calls) =>
    `Ohne „${filter}“: ${countFormat.format(calls)} ${calls === 1 ? "Anruf" : "Anrufe"}`,
};
