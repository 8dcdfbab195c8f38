import { counted, countFormat, formatSize } from "@/components/format/numbers";
import type { exportFileTexts } from "@/lib/export/parse-export";
import type { TranslationOf } from "@/lib/language/texts";
import type { exportFormTexts } from "./download-export";
import type { exportTexts } from "./export-menu";

export const exportMenu: TranslationOf<typeof exportTexts> = {
  export: "Export",
  downloadCsv: "CSV herunterladen",
};

export const exportForm: TranslationOf<typeof exportFormTexts> = {
  format: "Format",
  formats: {
    excel: {
      name: "Excel",
      hint: "für Excel, Calc und Numbers; Telefonnummern bleiben, wie sie sind",
    },
    csv: { name: "CSV", hint: "für Importe; Formeln sind entschärft" },
    jsonl: { name: "JSON Lines", hint: "für Programme; ein Anruf je Zeile, verschachtelt" },
  },
  columns: "Spalten",
  columnsChosen: {
    none: "Spalten: keine gewählt, also alle",
    all: "Spalten: alle",
    some: (chosen, of) => `Spalten: ${chosen} von ${of}`,
  },
  chooseNone: "Keine auswählen",
  chooseAll: "Alle auswählen",
  appendCoverage: "Hinweis zur Vollständigkeit anhängen",
  addBom: "BOM für Excel hinzufügen",
  audio: "Audio",
  downloadAudio: "Audio herunterladen (ZIP)",
  countingFiles: "Dateien werden gezählt …",
  notCounted:
    "Die Dateien konnten nicht gezählt werden. Schließen und öffnen Sie den Export, um es erneut zu versuchen.",
  noAudio: "Keiner dieser Anrufe hat bisher aufbewahrtes Audio.",
  zipSize: (files, bytes) =>
    `${counted(files, "Datei", "Dateien")}, ${formatSize(bytes)}, mit einem Manifest der Hashwerte.`,
  zipSizeAtLeast: (files, bytes) =>
    `Mindestens ${countFormat.format(files)} Dateien, ${formatSize(bytes)}, mit einem Manifest der Hashwerte. Zu welchen Anrufen kein Audio aufbewahrt ist, steht im Manifest.`,
  manyCalls:
    "Zu viele Anrufe, um ihre Dateien zu zählen. Zu welchen kein Audio aufbewahrt ist, steht im Manifest.",
  withoutAudio: (calls) =>
    `Zu ${calls === 1 ? "1 Anruf" : `${countFormat.format(calls)} Anrufen`} ist kein Audio aufbewahrt; warum, steht im Manifest.`,
  export: "Exportieren",
  exportCalls: (count) => `${formatCalls(count)} exportieren`,
  exporting: "Wird exportiert …",
  stop: "Abbrechen",
  callsWritten: "Geschriebene Anrufe",
  written: (count) => formatCalls(count),
  writtenOf: (count, total) =>
    `${countFormat.format(count)} von ${counted(total, "Anruf", "Anrufen")}`,
  saved: (count) => `${formatCalls(count)} gespeichert`,
  savedAs: "{saved} als {name}",
  brokeOff:
    "Die Verbindung ist abgebrochen, und nichts wurde gespeichert. Versuchen Sie es erneut.",
  signedOut: "Sie sind abgemeldet. Melden Sie sich an und versuchen Sie es erneut.",
  notWritten:
    "Der Server konnte die Datei nicht schreiben. Versuchen Sie es in einem Moment erneut.",
};

function formatCalls(count: number): string {
  return counted(count, "Anruf", "Anrufe");
}

export const exportFile: TranslationOf<typeof exportFileTexts> = {
  formerMember: "Ehemaliges Mitglied",
  at: (moment) => `bei ${moment}`,
};
