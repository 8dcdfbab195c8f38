import { countFormat, formatSize } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const exportFormTexts = texts("exportForm", {
  format: "Format",
  formats: {
    excel: { name: "Excel", hint: "for Excel, Calc and Numbers; phone numbers stay as they are" },
    csv: { name: "CSV", hint: "for imports; formulas are escaped" },
    jsonl: { name: "JSON Lines", hint: "for programs; one call per line, nested" },
  },
  columns: "Columns",
  columnsChosen: {
    none: "Columns: none chosen, so all",
    all: "Columns: all",
    some: (chosen: number, of: number) => `Columns: ${chosen} of ${of}`,
  },
  chooseNone: "Choose none",
  chooseAll: "Choose all",
  appendCoverage: "Append coverage note",
  addBom: "Add BOM for Excel",
  audio: "Audio",
  downloadAudio: "Download audio (ZIP)",
  countingFiles: "Counting files…",
  notCounted: "Couldn’t count the files. Close and reopen Export to try again.",
  noAudio: "None of these calls has kept audio yet.",
  zipSize: (files: number, bytes: number) =>
    `${countFormat.format(files)} ${files === 1 ? "file" : "files"}, ${formatSize(bytes)}, with a manifest of hashes.`,
  zipSizeAtLeast: (files: number, bytes: number) =>
    `At least ${countFormat.format(files)} files, ${formatSize(bytes)}, with a manifest of hashes. The manifest says which calls have no kept audio.`,
  manyCalls: "Too many calls to count their files. The manifest says which have no kept audio.",
  withoutAudio: (calls: number) =>
    `${calls === 1 ? "1 call has" : `${countFormat.format(calls)} calls have`} no kept audio; the manifest says why.`,
  export: "Export",
  exportCalls: (count: number) => `Export ${formatCalls(count)}`,
  exporting: "Exporting…",
  stop: "Stop",
  callsWritten: "Calls written",
  written: (count: number) => `${countFormat.format(count)} calls`,
  writtenOf: (count: number, total: number) =>
    `${countFormat.format(count)} of ${formatCalls(total)}`,
  saved: (count: number) => `${formatCalls(count)} saved`,
  savedAs: "{saved} as {name}",
  brokeOff: "The connection was lost, and nothing was saved. Try again.",
  signedOut: "You are signed out. Sign in and try again.",
  notWritten: "The server couldn’t write the file. Try again in a moment.",
});

function formatCalls(count: number): string {
  return `${countFormat.format(count)} ${count === 1 ? "call" : "calls"}`;
}
