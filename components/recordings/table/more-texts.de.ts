import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { recordingsTableMoreTexts } from "./more-texts.en";

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
