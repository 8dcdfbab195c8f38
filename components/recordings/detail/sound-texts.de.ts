import type { TranslationOf } from "@/lib/language/texts";
import type { recordingsSoundTexts } from "./sound-texts.en";

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
