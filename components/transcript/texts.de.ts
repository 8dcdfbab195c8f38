import { numberFormat } from "@/components/format/intl";
import { counted, countFormat, formatCost } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { bulkTranscriptTexts } from "./bulk-transcripts";
import type { transcriptTexts } from "./texts.en";

const sizeFormat = numberFormat({ maximumFractionDigits: 1 });

export const transcript: TranslationOf<typeof transcriptTexts> = {
  title: "Transkript",
  follow: "Mitscrollen",
  follows: "Beim Abspielen mitscrollen",
  playFrom: (clock) => `Ab ${clock} abspielen`,
  noTimes: "Dieses Transkript hat keine Zeiten und kann dem Audio nicht folgen.",
  notLoaded: "Das Transkript konnte nicht geladen werden.",
  tryAgain: "Erneut versuchen",
  uploadedBy: "Hochgeladen von {who}, {when}",
  madeBy: "Transkribiert von {model}, angefordert von {who}, {when}",
  madeOnArrival: "Transkribiert von {model}, {when}",
  somebody: "einem ehemaligen Mitglied",
  language: (language) => `Sprache: ${language}`,
  none: "Noch kein Transkript.",
  notSent: "Der Anrufdienst hat ein Transkript, sendet es aber nicht.",
  bringOne: "Laden Sie WebVTT, SRT oder reinen Text hoch, oder ziehen Sie eine Datei hierher.",
  dropHere: "Datei loslassen, um sie hochzuladen",
  upload: "Transkript hochladen",
  replace: "Anderes hochladen",
  uploading: "Wird hochgeladen …",
  asVtt: "WebVTT herunterladen",
  asText: "Text herunterladen",
  delete: "Transkript löschen",
  earlier: "Frühere Transkripte",
  wasDeleted: "Gelöscht von {who}, {when}",
  restore: "Wiederherstellen",
  restoreOf: (name) => `${name} wiederherstellen`,
  unnamed: "Ohne Namen",
  make: "Transkribieren",
  makeAgain: "Erneut transkribieren",
  about: (minutes, cost) =>
    [
      minutes === null
        ? ""
        : `etwa ${minutes < 1 ? "1" : sizeFormat.format(Math.round(minutes))} min`,
      cost === null
        ? ""
        : cost.currency
          ? formatCost(cost)
          : `${formatCost(cost)} zum eingestellten Preis`,
    ]
      .filter(Boolean)
      .join(", "),
  needsAudio: "Das Audio wird hier nicht aufbewahrt und kann daher nicht transkribiert werden.",
  waiting: "Wartet darauf, transkribiert zu werden.",
  running: "Wird transkribiert …",
  failed: "Es konnte nicht transkribiert werden.",
  nextTry: "Nächster Versuch {when}.",
  saidBy: (reason) => `Der Transkriptionsdienst meldet: ${reason}`,
  cancel: "Abbrechen",
  dismiss: "Ausblenden",
  offline: "Der Server ist nicht erreichbar. Nichts wurde geändert; versuchen Sie es erneut.",
  failures: {
    unreachable: "Der Transkriptionsdienst ist nicht erreichbar.",
    timeout: "Der Transkriptionsdienst hat zu lange gebraucht.",
    "key-refused":
      "Der Transkriptionsdienst lehnt den Schlüssel ab. Bitten Sie einen Administrator, TRANSCRIBER_KEY zu prüfen.",
    "rate-limited": "Der Transkriptionsdienst ist überlastet.",
    "server-failed": "Beim Transkriptionsdienst ist ein Fehler aufgetreten.",
    refused: "Der Transkriptionsdienst lehnt diese Aufnahme ab.",
    "answer-unreadable": "Die Antwort des Transkriptionsdienstes ist nicht lesbar.",
    "no-speech": "Der Transkriptionsdienst hat keine Sprache erkannt.",
    "audio-missing": "Das Audio wird hier nicht mehr aufbewahrt.",
    "too-many-versions": "Für diesen Anruf sind keine weiteren Transkripte möglich.",
  },
  faults: {
    "too-large": (bytes) => `Die Datei ist größer als ${sizeFormat.format(bytes / 1_048_576)} MB.`,
    empty: "Die Datei ist leer.",
    "not-text": "Das ist keine Textdatei. Laden Sie WebVTT, SRT oder reinen Text hoch.",
    "no-cues": "In der Datei steht kein Text.",
    "call-missing": "Diesen Anruf gibt es nicht mehr.",
    "version-missing": "Dieses Transkript gibt es nicht mehr.",
    "too-many-versions": "Für diesen Anruf sind keine weiteren Transkripte möglich.",
    "too-many-cues": (most) => `Die Datei hat mehr als ${countFormat.format(most)} Einträge.`,
    "no-time": (line, found) => `Zeile ${line}: ein Eintrag ohne Zeiten: „${found}“.`,
    "bad-time": (line, found) => `Zeile ${line}: „${found}“ ist keine Zeit.`,
    "ends-early": (line, found) =>
      `Zeile ${line}: Der Eintrag endet, bevor er beginnt: „${found}“.`,
    "too-late": (line, found) => `Zeile ${line}: „${found}“ ist später, als eine Aufnahme dauert.`,
  },
};

export const bulkTranscripts: TranslationOf<typeof bulkTranscriptTexts> = {
  open: "Anrufe transkribieren …",
  counting: "Wird gezählt …",
  none: "Alle Anrufe hier haben schon ein Transkript oder kein Audio.",
  found: (calls, isMore) =>
    `${isMore ? "Mehr als " : ""}${counted(calls, "Anruf hat", "Anrufe haben")} Audio und kein Transkript.`,
  cost: (minutes, cost) =>
    `Etwa ${countFormat.format(Math.max(1, Math.round(minutes)))} min Audio${cost === null ? "" : `, ${formatCost(cost)} zum eingestellten Preis`}.`,
  begin: (calls) => `${counted(calls, "Anruf", "Anrufe")} transkribieren`,
  asking: "Wird angefordert …",
  queued: (calls) =>
    `${counted(calls, "Transkript", "Transkripte")} angefordert. Die Anrufe bekommen sie nacheinander.`,
  failed: "Das ging nicht. Versuchen Sie es erneut.",
  cancel: "Abbrechen",
};
