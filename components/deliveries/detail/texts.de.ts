import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { deliveriesDetailTexts } from "./texts.en";

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
