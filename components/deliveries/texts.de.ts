import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { deliveriesDetailTexts, deliveriesLogTexts, deliveriesRereadTexts } from "./texts.en";

export const deliveriesLog: TranslationOf<typeof deliveriesLogTexts> = {
  deliveries: "Zustellungen",
  all: "Alle",
  quarantine: "Quarantäne",
  filters: "Filter",
  outcome: "Ergebnis",
  texts: {
    recording: { name: "Aufnahme", hint: "ID einer Aufnahme in der Zustellung" },
    address: { name: "Adresse", hint: "IP-Adresse des Absenders" },
    secret: { name: "Secret", hint: "Die ersten 12 Stellen seines Hashs" },
  },
  is: "ist",
  outcomes: {
    pending: "Ausstehend",
    stored: "Gespeichert",
    unchanged: "Unverändert",
    superseded: "Überholt",
    quarantined: "Zurückgestellt",
  },
  columns: {
    time: "Zeit",
    outcome: "Ergebnis",
    records: "Datensätze",
    bytes: "Bytes",
    address: "Adresse",
    problem: "Erstes Problem",
  },
  bytesAfter: " Bytes",
  unknown: "unbekannt",
  noneFound: "Keine gefunden",
  noneUnderstood: "Keiner lesbar",
  things: "Zustellungen",
  advice: "Entfernen Sie einen Filter oder alle.",
  showUrl: "Webhook-URL anzeigen",
  nothingHeld: {
    title: "Nichts in Quarantäne",
    text: "Jeder Datensatz wurde erfolgreich gelesen.",
  },
  noneYet: {
    title: "Noch keine Zustellungen",
    text: "Registrieren Sie die Webhook-URL von Earshot bei Ihrem Anrufdienst. Alles, was er sendet, wird hier aufbewahrt, ob lesbar oder nicht.",
  },
  oversized: {
    title: "Wegen ihrer Größe abgelehnt",
    description:
      "Größer als MAX_BODY_BYTES. Aufbewahrt werden die Größe, der Hash und die ersten 64 KiB.",
    read: (bytes) => `${countFormat.format(bytes)} Bytes gelesen`,
    readOf: (bytes, declared) =>
      `${countFormat.format(bytes)} von ${countFormat.format(declared)} Bytes gelesen`,
    from: "von {address}, SHA-256 {hash}",
  },
};

export const deliveriesDetail: TranslationOf<typeof deliveriesDetailTexts> = {
  deliveries: "Zustellungen",
  deliveryOf: "Zustellung vom ",
  rawPayload: "Rohe Payload",
  reprocess: "Neu verarbeiten",
  reprocessing: "Wird neu verarbeitet …",
  outcomes: {
    understood: "Erfolgreich neu verarbeitet.",
    held: "Neu verarbeitet: weiterhin zurückgestellt.",
    "bytes-gone": "Die Payload wird nicht mehr aufbewahrt.",
    "under-way": "Sie ist sehr groß und wird noch neu verarbeitet. Laden Sie die Seite später neu.",
  },
  result: "Ergebnis",
  notReadYet: "Sicher im Journal, aber noch nicht verarbeitet. Laden Sie gleich neu.",
  noRecord: "Keine Datensätze.",
  moreRecords: (count) =>
    count === 1
      ? "Und 1 weiterer Datensatz."
      : `Und ${countFormat.format(count)} weitere Datensätze.`,
  entirePayload: "Gesamte Payload",
  problems: "Probleme",
  notices: "Hinweise",
  moreRemarks: (count) =>
    count === 1
      ? "Und 1 weitere Anmerkung."
      : `Und ${countFormat.format(count)} weitere Anmerkungen.`,
  noId: "Keine lesbare ID",
  delivery: "Zustellung",
  id: "ID",
  copyId: "ID der Zustellung kopieren",
  size: "Größe",
  bytes: (count) => `${countFormat.format(count)} Bytes`,
  copyHash: "SHA-256 kopieren",
  address: "Adresse",
  unknown: "Unbekannt",
  secret: "Secret",
  reprocessed: "Neu verarbeitet",
  headers: "Header",
  headersKept: "Cookies und Authorization werden nie aufbewahrt.",
  name: "Name",
  value: "Wert",
  body: "Body",
  empty: "Leer.",
  shownAsFar: (why) => `Nur der lesbare Teil wird gezeigt: ${why}.`,
  isCut: "Nur der Anfang; die rohe Payload ist vollständig.",
  isLaidOut: "Zum Lesen formatiert; die rohe Payload ist genau.",
  dropped: (days) =>
    `Header und Payload wurden am {day} gelöscht, ${days === 1 ? "1 Tag" : `${days} Tage`} nach dem Eingang ({retention}). Das Ergebnis bleibt.`,
  retention: "Aufbewahrungsdauer",
  bytesGone: "Die Payload wird nicht mehr aufbewahrt.",
};

export const deliveriesReread: TranslationOf<typeof deliveriesRereadTexts> = {
  reprocess: "Neu verarbeiten",
  explanation:
    "Verarbeitet gespeicherte Payloads mit dem heutigen Parser neu. Neuere Daten werden nie durch ältere ersetzt, und neue Anrufe gehen vor.",
  shown: {
    all: "Alle hier gezeigten neu verarbeiten",
    one: "Die hier gezeigte neu verarbeiten",
    several: (count) => `Alle ${count} hier gezeigten neu verarbeiten`,
  },
  held: {
    all: "Alle zurückgestellten neu verarbeiten",
    one: "Die zurückgestellte neu verarbeiten",
    several: (count) => `Alle ${count} zurückgestellten neu verarbeiten`,
  },
  refusals: {
    "another-is-open":
      "Ein anderer Lauf ist im Gang. Warten Sie sein Ende ab oder verwerfen Sie ihn.",
    "nothing-matches": "Es passt keine Zustellung mehr.",
  },
  reprocessing: "Neuverarbeitung",
  states: {
    running: "Wird neu verarbeitet",
    stopped: "Angehalten; setzt am selben Punkt fort",
    done: "Neu verarbeitet",
    discarded: "Teilweise neu verarbeitet",
  },
  since: (at) => `{deliveries}, seit ${at}`,
  allDeliveries: "Alle Zustellungen",
  stop: "Anhalten",
  resume: "Fortsetzen",
  discard: "Verwerfen",
  deliveriesReprocessed: "Neu verarbeitete Zustellungen",
  read: (count) => `${countFormat.format(count)} gelesen`,
  readOf: (count, total) => `${countFormat.format(count)} von ${countFormat.format(total)} gelesen`,
  released: (count) => `${countFormat.format(count)} freigegeben`,
  stillHeld: (count) => `${countFormat.format(count)} weiterhin zurückgestellt`,
  withoutBytes: (count) => `${countFormat.format(count)} ohne Payload`,
  waiting: (fault) => `Wartet auf einen neuen Versuch: ${fault}`,
};
