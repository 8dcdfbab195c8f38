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
    understood: "Neu verarbeitet: Alles ist verstanden.",
    held: "Neu verarbeitet: weiterhin zurückgestellt.",
    "bytes-gone": "Die Bytes werden nicht mehr aufbewahrt.",
    "under-way": "Sie ist sehr groß und wird noch neu verarbeitet. Laden Sie die Seite später neu.",
  },
  result: "Ergebnis",
  notReadYet: "Sicher im Journal und noch nicht gelesen. Das geschieht gleich; laden Sie dann neu.",
  noRecord: "Sie enthält keinen Datensatz.",
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
  noId: "Keine ID war lesbar",
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
  empty: "Er ist leer.",
  shownAsFar: (why) => `Angezeigt, soweit es Text ist: ${why}.`,
  isCut: "Nur der Anfang; die rohe Payload ist vollständig.",
  isLaidOut: "Zum Lesen formatiert; die rohe Payload ist genau.",
  dropped: (days) =>
    `Header und Bytes wurden am {day} gelöscht, nach ${days === 1 ? "1 Tag" : `${days} Tagen`} {retention}. Das Ergebnis bleibt.`,
  retention: "Aufbewahrung",
  bytesGone: "Die Bytes werden nicht mehr aufbewahrt.",
};
