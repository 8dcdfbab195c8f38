import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { selectionTexts } from "./cell-filters";
import type { recordingsTableTexts } from "./row-cells";
import type { recordingsTableMoreTexts } from "./row-marks";

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

export const recordingsTableMore: TranslationOf<typeof recordingsTableMoreTexts> = {
  select: "Auswählen",
  widthOf: (column) => `Breite von ${column}`,
  ofArrival: (time) =>
    `${time}: Eingangszeit, weil die Zeit des Anrufs selbst fehlt oder nicht lesbar ist`,
  heard: {
    you: "Sie",
    others: (count) => `${count} weitere ${count === 1 ? "Person" : "Personen"}`,
    and: (people, last) => `${people} und ${last}`,
    share: (people, percent) => `${people}, ${percent} %`,
  },
  found: {
    customer: "Kunde",
    phone: "Telefon",
    summary: "Zusammenfassung",
    email: "E-Mail",
    callId: "Anruf-ID",
    sessionId: "Sitzungs-ID",
    customerId: "Kunden-ID",
    transcript: "Transkript",
  },
};

export const recordingsSelection: TranslationOf<typeof selectionTexts> = {
  none: "keine Angabe",
  noCampaign: "Keine Kampagne",
  filter: "Filtern",
  selectedCalls: "Ausgewählte Anrufe",
  selected: (count) => `${countFormat.format(count)} ausgewählt`,
  copyIds: "IDs kopieren",
  idsCopied: "IDs kopiert",
  copyLinks: "Links kopieren",
  linksCopied: "Links kopiert",
  notCopied: "Kopieren nicht möglich",
  clearSelection: "Auswahl aufheben",
};
