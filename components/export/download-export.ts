import { exportFormTexts } from "./form-texts.en";

/** Null: they are packed, and counted when they are whole. */
export type ExportProgress = { records: number | null; bytes: number };

export type SavedExport = { records: number; name: string };

type DownloadOptions = { signal: AbortSignal; onProgress: (progress: ExportProgress) => void };

/**
 * Fetches an export and saves it once it is whole, so that half a file is never taken for all of
 * it. @returns how many records it holds, and its name. @throws an error whose message is for people
 */
export async function downloadExport(
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
