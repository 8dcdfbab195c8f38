import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { recordingsDetailTexts } from "./texts.en";

export const recordingsDetail: TranslationOf<typeof recordingsDetailTexts> = {
  call: "Anruf",
  noCampaign: "Keine Kampagne",
  minutesNotKnown: "Minuten unbekannt",
  billed: (minutes) =>
    `${countFormat.format(minutes)} ${minutes === 1 ? "Minute" : "Minuten"} abgerechnet`,
  state: "Zustand",
  incomplete: "Unvollständig",
  fields: {
    status: "Status",
    campaign: "Kampagne",
    createdAt: "Erstellt",
    minutesUsed: "Genutzte Minuten",
    hasTranscript: "Transkript",
    callSid: "Sitzungs-ID",
    recordingAttachment: "Aufnahme",
    summary: "Zusammenfassung",
    customerFirstName: "Vorname",
    customerLastName: "Nachname",
    customerPhoneNumber: "Telefonnummer",
    customerIsPhoneNumberCorrect: "Telefonnummer korrekt",
    customerEmail: "E-Mail",
    customerGender: "Geschlecht",
    customerType: "Typ",
    customerIsConfirmed: "Bestätigt",
    customerId: "Kunden-ID",
    rosterAttachment: "Kundenliste",
  },
  problem: {
    missing: "Fehlt",
    null: "Fehlt: kam als null",
    empty: "Fehlt: kam leer",
    unread: (why) => `Nicht lesbar: ${why}`,
    timeMissing: "Eingangszeit, weil die Zeit des Anrufs selbst fehlt",
    timeUnread: (why) => `Eingangszeit, weil die Zeit des Anrufs selbst nicht lesbar ist: ${why}`,
  },
  noAddress:
    "Dieser Anruf kam ohne die Adresse seiner Aufnahme und kann daher nicht abgespielt werden.",
  summary: "Zusammenfassung",
  noSummary: "Dieser Anruf hat keine Zusammenfassung.",
  transcript: {
    notKnown: "Unbekannt",
    notSent: "Der Anrufdienst hat eines, sendet es aber nicht",
    none: "Keines",
  },
  moreCharacters: (count) => `Und ${countFormat.format(count)} weitere Zeichen`,
  moreFields: (count, isMoreAtLeast) =>
    `Und ${isMoreAtLeast ? "mehr als " : ""}${countFormat.format(count)} ${count === 1 ? "weiteres Feld" : "weitere Felder"}`,
  inExport: (more) => `${more}, enthalten in jedem Export.`,
  inPayload: "{more}, enthalten in der {payload}.",
  payload: "rohen Payload",
  customer: "Kunde",
  roster: "Kundenliste",
  allCalls: "Alle Anrufe",
  none: "Keine Angabe",
  copyPhoneNumber: "Telefonnummer kopieren",
  copyEmail: "E-Mail kopieren",
  details: "Details",
  callId: "Anruf-ID",
  copyCallId: "Anruf-ID kopieren",
  copySessionId: "Sitzungs-ID kopieren",
  copyCustomerId: "Kunden-ID kopieren",
  copyRecordingAddress: "Adresse der Aufnahme kopieren",
  copyRosterAddress: "Adresse der Kundenliste kopieren",
  received: "Empfangen",
  lastChanged: "Zuletzt geändert",
  otherFields: "Weitere Felder",
  unknownFields: "Felder, die Earshot nicht kennt.",
  unknownOrUnreadFields: "Felder, die Earshot nicht kennt oder nicht lesen konnte.",
  history: {
    title: "Verlauf",
    receivedOnce: "Einmal empfangen, am {at}",
    repeatsBefore: "Erneute Zustellungen vor dem {at} werden nicht angezeigt.",
    olderChanges: "Ältere Änderungen werden nicht angezeigt.",
    received: "Erstmals empfangen",
    changed: "Geändert",
    repeated: (times) =>
      times === 1 ? "Erneut zugestellt" : `${countFormat.format(times)}-mal erneut zugestellt`,
    olderRepeated: (times) =>
      times === 1
        ? "Älterer Inhalt erneut zugestellt"
        : `Älterer Inhalt ${countFormat.format(times)}-mal erneut zugestellt`,
    contentOf: "Gleicher Inhalt wie am {at}. Nichts hat sich geändert.",
    backTo: "Zurück zum Stand vom {at}.",
    deliveries: (count) => `${countFormat.format(count)} Zustellungen`,
    retriesIgnored: (count) =>
      count === 1
        ? "Wiederholung ignoriert"
        : `${countFormat.format(count)} Wiederholungen ignoriert`,
    sameBytes: (span) =>
      `Identisch mit einer Zustellung ${span} zuvor: als Wiederholung ignoriert.`,
    sameBytesShortly: "Identisch mit einer Zustellung kurz zuvor: als Wiederholung ignoriert.",
    take: "Doch übernehmen",
    taking: "Wird übernommen …",
    takeDelivery: (id) => `Doch übernehmen: Zustellung ${id}`,
    late: "Verspätet",
    lateMeans: "Vor neuerem Inhalt angenommen, aber erst danach verarbeitet.",
    taken: "Doch übernommen",
    takenMeans: "Galt als Wiederholung, bis ein Administrator sie übernahm.",
    copyDeliveryId: "Zustellungs-ID kopieren",
    payload: "Rohe Payload",
    payloadOf: (id) => `Rohe Payload der Zustellung ${id}`,
  },
  change: {
    tooLarge: "Zu groß für einen Vergleich.",
    onlyRewritten: "Weitere Felder wurden mit denselben Werten neu geschrieben.",
    otherTooLarge: "Weitere Felder haben sich geändert; sie sind zu groß für einen Vergleich.",
    moreOther: (count) =>
      count === 1
        ? "Und 1 weiteres dieser Felder."
        : `Und ${countFormat.format(count)} weitere dieser Felder.`,
    absent: "nicht vorhanden",
    none: "keine Angabe",
    empty: "leer",
    removed: "Entfernt",
    added: "Hinzugefügt",
    rewritten: "Neu geschrieben",
    before: "Vorher",
    after: "Nachher",
    moreCharacters: (count) => `${countFormat.format(count)} weitere Zeichen`,
    restInDelivery: (count) =>
      `Und ${countFormat.format(count)} weitere, in der Zustellung selbst.`,
  },
};
