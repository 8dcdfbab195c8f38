import { counted, countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { recordingsLinksTexts } from "./list-links";
import type { recordingsSoundTexts } from "./recording-sound";
import type { soundCustodyTexts } from "./sound-facts";
import type { recordingsDetailTexts } from "./texts.en";

export const recordingsDetail: TranslationOf<typeof recordingsDetailTexts> = {
  call: "Anruf",
  minutesNotKnown: "Minuten unbekannt",
  billed: (minutes) => `${counted(minutes, "Minute", "Minuten")} abgerechnet`,
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
    `Und ${isMoreAtLeast ? "mehr als " : ""}${counted(count, "weiteres Feld", "weitere Felder")}`,
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

export const recordingsSound: TranslationOf<typeof recordingsSoundTexts> = {
  audio: "Audio",
  fetchAgain: "Erneut abrufen",
  fetching: "Wird abgerufen …",
  state: "Zustand",
  since: "seit {at}",
  nextTry: "Nächster Versuch",
  now: "Jetzt",
  noNextTry: "Nur auf Anforderung",
  earlierFiles: "Frühere Dateien",
  keptFromBefore: "Aufbewahrt von früheren Adressen dieses Anrufs.",
  earlierFile: "{file}, gespeichert am {at}",
  download: (hash) => `${hash} herunterladen`,
  file: "Datei",
  sha256: "SHA-256",
  copySha256: "SHA-256 kopieren",
  lastVerified: "Zuletzt geprüft",
  issues: "Audioprobleme",
  notChecked: "Nicht geprüft: Earshot kann diese Datei nicht dekodieren",
  noneFound: "Keine gefunden",
  checks: {
    length: (lasts, minutes) =>
      `Das Audio dauert ${lasts}; der Anruf meldet ${minutes} min Nutzung. Nach dem Runden ist das mehr als eine Minute Unterschied.`,
    silent: "Nichts darin ist lauter als Leitungsrauschen (−36 dBFS).",
    nearSilent: (percent) => `Nur ${percent} % davon sind lauter als Leitungsrauschen (−36 dBFS).`,
    oneSided: (channel) => `Kanal ${channel} von 2 ist während mindestens 98 % des Anrufs stumm.`,
    sameSound: (others) =>
      `Dieselbe Datei ist, Byte für Byte, auch für ${others === 1 ? "einen anderen Anruf" : `${others} andere Anrufe`} aufbewahrt.`,
    wrongNumber: (lasts) =>
      `Die Nummer ist als falsch gemeldet, aber das Audio dauert ${lasts} und ist nicht stumm (Grenze: 1:00).`,
    unanswered: (status, lasts) =>
      `Der Status ist „${status}“, aber das Audio dauert ${lasts} und ist nicht stumm (Grenze: 0:10).`,
  },
  notDecoded: "nicht dekodierbar",
  mono: "mono",
  stereo: "stereo",
  channels: (count) => `${count} Kanäle`,
  states: {
    kept: "Aufbewahrt",
    waiting: "Ausstehend",
    not_ready: "In Verarbeitung",
    refused: "Verweigert",
    gone: "Nicht mehr vorhanden",
    too_large: "Zu groß",
    not_audio: "Andere Art Datei",
    removed: "Entfernt",
  },
  soonFetched: "Es wird in Kürze abgerufen.",
  notFetched: "Es konnte nicht abgerufen werden.",
  faults: {
    "not-found": "Der Anrufdienst hat unter dieser Adresse keine Datei.",
    empty: "Die Datei unter dieser Adresse ist leer.",
    unreachable: "Der Host ist nicht erreichbar oder hat die Verbindung abgebrochen.",
    timeout: "Der Host hat die Datei nicht rechtzeitig gesendet.",
    refused: "Der Host hat den Zugriff auf die Datei verweigert.",
    "address-forbidden":
      "Earshot darf von dieser Adresse nicht abrufen. AUDIO_HOSTS nennt die erlaubten Hosts.",
    "wrong-type": "Unter dieser Adresse liegt kein Audio.",
    "too-large": "Die Datei ist größer als AUDIO_MAX_BYTES.",
    "not-connected": "Es gibt keine funktionierende Verbindung zum Anrufdienst.",
    "disk-full":
      "Der Datenträger ist zu voll, um mehr aufzubewahren. AUDIO_LEAVE_FREE_GB gibt an, wie viel frei bleibt.",
  },
};

export const recordingsLinks: TranslationOf<typeof recordingsLinksTexts> = {
  recordings: "Aufnahmen",
  previous: "Vorheriger Anruf",
  next: "Nächster Anruf",
};

export const soundCustody: TranslationOf<typeof soundCustodyTexts> = {
  removedBy: (days) =>
    `Nach ${counted(days, "Tag", "Tagen")} durch die Aufbewahrungsregel entfernt. Wenn Sie es erneut abrufen, bleibt es noch einmal so lange.`,
  removedFile: "Entfernte Datei",
  copySha256: "SHA-256 kopieren",
  quotaFull:
    "Das Kontingent für Audio ist ausgeschöpft. Der Abruf geht weiter, sobald wieder Platz ist.",
  source: "Quelle",
  sourceHasIt: "Hat die Datei noch",
  sourceGone: "Hat die Datei nicht mehr",
  sourceNotAsked: "Noch nicht geprüft",
  checked: "geprüft {at}",
  sourceGoneSince: (since) =>
    `Seit ${since} meldet die Quelle, dass es die Datei nicht mehr gibt. Die Kopie hier ist vielleicht die einzige.`,
  deletion: "Löschung",
  protected: "Geschützt",
  notProtected: "Nicht geschützt",
  protectedBy: (name) => `von ${name || "einem ehemaligen Mitglied"}, {at}`,
  protect: "Vor Löschung schützen",
  unprotect: "Schutz aufheben",
  saving: "Wird gespeichert …",
  protectionCovers:
    "Die Aufbewahrungsregel entfernt weder das Audio dieses Anrufs noch seine früheren Dateien. Für rohe Payloads gilt eine eigene Aufbewahrungsdauer.",
  damaged: "Beschädigt",
  missing: "Fehlt",
};
