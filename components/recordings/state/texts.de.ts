import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { recordingsStateTexts } from "./texts.en";

export const recordingsState: TranslationOf<typeof recordingsStateTexts> = {
  copyLink: "Link kopieren",
  copyCallLink: "Link zu diesem Anruf kopieren",
  copied: "Kopiert",
  relativeDates: "Mit relativen Tagen kopieren",
  whenOpened: (days) => `${days}, vom Tag des Öffnens aus`,
  fixedDates: "Mit festen Tagen kopieren",
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
