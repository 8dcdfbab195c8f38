import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { recordingsTableTexts } from "./texts.en";

export const recordingsTable: TranslationOf<typeof recordingsTableTexts> = {
  recordings: "Aufnahmen",
  today: "Heute",
  yesterday: "Gestern",
  onDay: (weekday, day) => `${weekday}, ${day}`,
  lastVisit: (at) => `Vor Ihrem letzten Besuch (${at})`,
  justNow: "gerade eben",
  ago: (span) => `vor ${span}`,
  atArrival: "(Eingangszeit)",
  select: (name) => `${name} auswählen`,
  play: (name) => `${name} abspielen`,
  pause: (name) => `${name} anhalten`,
  noCampaign: "Keine Kampagne",
  minutes: "min",
  hasTranscript: "Mit Transkript",
  noTranscript: "Ohne Transkript",
  notKnown: "Unbekannt",
  none: "Ohne",
  nobody: "Niemand",
  loaded: (more, all) =>
    `${more === 1 ? "1 weiterer Anruf" : `${more} weitere Anrufe`} geladen, ${countFormat.format(all)} insgesamt`,
  notLoaded: "Die nächsten Anrufe konnten nicht geladen werden.",
  signedOut: "Sie wurden abgemeldet.",
  signIn: "Anmelden",
  end: "Ende der Liste",
  goOn: (shown) => `${countFormat.format(shown)} Anrufe werden angezeigt. Ab hier weiter`,
  loadMore: "Mehr laden",
  loading: "Wird geladen …",
  tryAgain: "Erneut versuchen",
};
