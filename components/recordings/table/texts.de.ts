import { counted, countFormat } from "@/components/format/numbers";
import type { columnChooserTexts } from "@/components/recordings/columns/column-chooser";
import type { columnsMenuTexts } from "@/components/recordings/columns/columns-menu";
import type { columnLabelTexts } from "@/components/recordings/columns/table-view";
import type { copyLinkTexts } from "@/components/recordings/state/copy-link";
import type { firstStepsTexts } from "@/components/recordings/state/first-steps";
import type { linkDialogTexts } from "@/components/recordings/state/link-dialog";
import type { recordingsStateTexts } from "@/components/recordings/state/news-pill";
import type { noMatchTexts } from "@/components/recordings/state/no-match-offers";
import type { recordingsStateMoreTexts } from "@/components/recordings/state/recordings-header";
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
    phone: "Telefon",
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

export const columnsMenu: TranslationOf<typeof columnsMenuTexts> = {
  columns: "Spalten",
  display: "Darstellung",
};

export const columnLabels: TranslationOf<typeof columnLabelTexts> = {
  created_at: "Zeit",
  customer: "Kunde",
  phone_number: "Telefonnummer",
  campaign: "Kampagne",
  status: "Status",
  minutes_used: "Minuten",
  has_transcript: "Transkript",
  summary: "Zusammenfassung",
  tags: "Tags",
  review: "Prüfung",
  notes: "Notizen",
  email: "E-Mail",
  type: "Kundentyp",
  gender: "Geschlecht",
  is_confirmed: "Bestätigt",
  is_phone_number_correct: "Nummer korrekt",
  id: "Anruf-ID",
  call_sid: "Sitzungs-ID",
  received_at: "Empfangen",
  changed_at: "Geändert",
  heard: "Gehört",
};

export const columnChooser: TranslationOf<typeof columnChooserTexts> = {
  density: "Zeilenhöhe",
  densities: { comfortable: "komfortabel", compact: "kompakt" },
  relativeTimes: "Relative Zeiten",
  dayDividers: "Tage trennen",
  columns: "Spalten",
  always: "immer",
  narrower: (column) => `${column} schmaler machen`,
  wider: (column) => `${column} breiter machen`,
  moveUp: (column) => `${column} nach oben`,
  moveDown: (column) => `${column} nach unten`,
  reset: "Spalten und Darstellung zurücksetzen",
};

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
  without: (filter, calls) => `Ohne „${filter}“: ${counted(calls, "Anruf", "Anrufe")}`,
};
