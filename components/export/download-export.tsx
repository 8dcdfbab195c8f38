"use client";

import { use, useRef, useState } from "react";
import { counted, countFormat, formatMegabytes, formatSize } from "@/components/format/numbers";
import { fillText } from "@/components/format/text";
import { Counted, useListCounts } from "@/components/recordings/counts/list-counts";
import { Progress } from "@/components/ui/page/feedback";
import { texts } from "@/lib/language/texts";

/** Null: they are packed, and counted when they are whole. */
type ExportProgress = { records: number | null; bytes: number };

type SavedExport = { records: number; name: string };

type DownloadOptions = { signal: AbortSignal; onProgress: (progress: ExportProgress) => void };

/**
 * Fetches an export and saves it once it is whole, so that half a file is never taken for all of
 * it. @returns how many records it holds, and its name. @throws an error whose message is for people
 */
async function downloadExport(
  parameters: URLSearchParams,
  { signal, onProgress }: DownloadOptions,
): Promise<SavedExport> {
  const answer = await fetch(`/api/recordings/export?${parameters}`, { signal });
  if (!answer.ok || !answer.body) throw new Error(await readProblem(answer));
  const format = parameters.get("format");
  const isPacked = format === "excel";
  const count = newRecordCounter(format === "jsonl" ? "jsonl" : "csv");
  const pieces: Blob[] = [];
  let [records, bytes] = [0, 0];
  let collected: Uint8Array<ArrayBuffer>[] = [];
  let collectedBytes = 0;
  // The browser may keep blobs on its disk; what stays in memory is a few megabytes.
  const setAside = () => {
    pieces.push(new Blob(collected));
    collected = [];
    collectedBytes = 0;
  };
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!isPacked) records = count(value);
    collected.push(value);
    collectedBytes += value.byteLength;
    bytes += value.byteLength;
    if (collectedBytes > (isPacked ? packedPieceBytes : pieceBytes)) {
      setAside();
      onProgress({ records: isPacked ? null : records, bytes });
    }
  }
  setAside();
  const file = new Blob(pieces);
  const name = readFileName(answer);
  save(file, name);
  if (isPacked) return { records: await readCount(file), name };
  // A last line that says what may be missing is no call.
  return { records: parameters.get("coverage") === "1" ? records - 1 : records, name };
}

/** A workbook says at its end how many calls it holds. */
async function readCount(workbook: Blob): Promise<number> {
  return Number(/(\d+) calls$/.exec(await workbook.slice(-24).text())?.[1]);
}

const packedPieceBytes = 262_144;
const pieceBytes = 2_097_152;

async function readProblem(answer: Response): Promise<string> {
  const t = exportFormTexts();
  const problem: { detail?: string } = await answer.json().catch(() => ({}));
  if (answer.status === 401) return t.signedOut;
  return problem.detail ?? t.notWritten;
}

function readFileName({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "recordings";
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to save by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const [quote, lineFeed] = [0x22, 0x0a];

/** Counts the records of a file that comes in pieces; a line feed within quotes ends none. */
export function newRecordCounter(format: "csv" | "jsonl") {
  let isQuoted = false;
  // The head of a CSV is no record.
  let records = format === "csv" ? -1 : 0;
  return (piece: Uint8Array): number => {
    for (const byte of piece) {
      if (byte === quote && format === "csv") isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) records++;
    }
    return Math.max(0, records);
  };
}

type DownloadState =
  | { kind: "idle" }
  | ({ kind: "running" } & ExportProgress)
  | ({ kind: "done" } & SavedExport)
  | { kind: "failed"; message: string };

/** One download at a time, with its progress and a way to stop it. */
export function useDownload() {
  const [state, setState] = useState<DownloadState>({ kind: "idle" });
  const running = useRef<AbortController>(null);

  const start = async (parameters: URLSearchParams) => {
    const control = new AbortController();
    running.current = control;
    setState({ kind: "running", records: null, bytes: 0 });
    try {
      const saved = await downloadExport(parameters, {
        signal: control.signal,
        onProgress: (progress) => setState({ kind: "running", ...progress }),
      });
      setState({ kind: "done", ...saved });
    } catch (error) {
      if (control.signal.aborted) setState({ kind: "idle" });
      else setState({ kind: "failed", message: describeError(error) });
    }
  };
  return { state, start, stop: () => running.current?.abort() };
}

/** What fetch throws says nothing to people. */
function describeError(error: unknown): string {
  if (error instanceof Error && !(error instanceof TypeError)) return error.message;
  return exportFormTexts().brokeOff;
}

/** How far the file is, and what became of it. */
export function DownloadStatus({ state }: { state: DownloadState }) {
  const t = exportFormTexts();
  return (
    <div role="status" className="empty:hidden">
      {state.kind === "running" ? (
        <Counted fallback={<Running {...state} total={null} />}>
          <RunningOfAll {...state} />
        </Counted>
      ) : null}
      {state.kind === "done" ? (
        <p className="wrap-anywhere">
          {fillText(t.savedAs, {
            saved: <span className="text-good">{t.saved(state.records)}</span>,
            name: state.name,
          })}
        </p>
      ) : null}
      {state.kind === "failed" ? <p className="text-bad">{state.message}</p> : null}
    </div>
  );
}

function RunningOfAll(progress: ExportProgress) {
  const { total, isTotalMore } = use(useListCounts().options);
  return <Running {...progress} total={isTotalMore ? null : total} />;
}

function Running({ records, bytes, total }: ExportProgress & { total: number | null }) {
  const t = exportFormTexts();
  return (
    <div className="space-y-1.5">
      <Progress label={t.callsWritten} value={records ?? 0} max={records === null ? null : total} />
      <p className="text-muted tabular-nums">
        {records === null
          ? formatMegabytes(bytes)
          : total === null
            ? t.written(records)
            : t.writtenOf(records, total)}
      </p>
    </div>
  );
}

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
    `${counted(files, "file", "files")}, ${formatSize(bytes)}, with a manifest of hashes.`,
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
  return counted(count, "call", "calls");
}
