import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { deliveriesLogTexts } from "./texts.en";

export const deliveriesLog: TranslationOf<typeof deliveriesLogTexts> = {
  deliveries: "Zustellungen",
  all: "Alle",
  quarantine: "Quarantäne",
  filters: "Filter",
  outcome: "Ergebnis",
  date: "Datum",
  texts: {
    recording: { name: "Aufnahme", hint: "ID einer Aufnahme in der Zustellung" },
    address: { name: "Adresse", hint: "IP-Adresse des Absenders" },
    secret: { name: "Secret", hint: "Die ersten 12 Stellen seines Hashs" },
  },
  is: "ist",
  from: "ab",
  until: "bis",
  span: (from, to) => `${from} bis ${to}`,
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
