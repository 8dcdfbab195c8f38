import "server-only";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { placeKept } from "@/lib/audio/source/place-part";
import type { OpenSound } from "@/lib/audio/store/sound-store";
import { type Outlet, openOutlet } from "@/lib/platform/files/kernel-send";
import { STATUS_CODES } from "@/lib/platform/process/http";

/** By which web says that it left a file to Next. */
export const statusOfElsewhere = 421;

/** A kept file, and where in it the answer begins. */
export type NamedFile = { sha256: string; first: number; size: number };
export type FileHead = {
  status: number;
  message: string;
  /** Names and values in turn, without those of the connection and our own. */
  lines: string[];
  length: number;
  mayFollow: boolean;
  file: NamedFile | undefined;
};

/** Undefined: it isn't what web answers with. */
export function readHead(text: string): FileHead | undefined {
  const [start = "", ...all] = text.split("\r\n");
  const [, status, message = ""] = /^HTTP\/1\.1 (\d{3}) ?(.*)$/.exec(start) ?? [];
  const lines: string[] = [];
  let length: number | undefined;
  let mayFollow = true;
  let file: NamedFile | undefined;
  for (const line of all) {
    const at = line.indexOf(":");
    const name = line.slice(0, at);
    const value = line.slice(at + 1).trim();
    const known = name.toLowerCase();
    if (known === "content-length" && /^\d{1,15}$/.test(value)) length = Number(value);
    if (known === "connection" && /close/i.test(value)) mayFollow = false;
    if (known === "earshot-file") {
      const [, sha256, first, size] = /^([0-9a-f]{64}) (\d{1,15}) (\d{1,15})$/.exec(value) ?? [];
      if (sha256 === undefined) return undefined;
      file = { sha256, first: Number(first), size: Number(size) };
    }
    if (!ofConnection.has(known)) lines.push(name, value);
  }
  if (status === undefined || length === undefined) return undefined;
  if (file && (length === 0 || file.first + length > file.size)) return undefined;
  return { status: Number(status), message, lines, length, mayFollow, file };
}

/** What the heads of all parts of a file say alike. */
export function withoutPart(head: FileHead): FileHead {
  const lines: string[] = [];
  for (let at = 0; at + 1 < head.lines.length; at += 2) {
    const [name = "", value = ""] = head.lines.slice(at, at + 2);
    if (!/^content-(?:length|range)$/i.test(name)) lines.push(name, value);
  }
  return { ...head, lines };
}

/**
 * The head of the part of a file that a request asks for; undefined: web is to say what becomes of it.
 * @param head as `withoutPart` makes it
 */
export function headOfPart(
  head: FileHead,
  { sha256, size }: NamedFile,
  headers: IncomingHttpHeaders,
): { head: FileHead; first: number } | undefined {
  const asked = { get: (name: string) => headers[name]?.toString() ?? null };
  const part = placeKept(sha256, size, asked);
  if (!part || part.length === 0) return undefined;
  const { status, first, length, headers: placed } = part;
  const lines = [...head.lines, ...Object.entries(placed).flat()];
  const message = STATUS_CODES[status] ?? "";
  return { head: { ...head, status, message, lines, length }, first };
}

/** What such an answer depends on. Nothing else of a stranger's reaches web by this way. */
const passedHeaders = [
  "host",
  "cookie",
  // For the words of a refusal.
  "accept-language",
  "x-forwarded-for",
  "x-forwarded-proto",
];
/** Which part of the file is meant. */
const partHeaders = ["range", "if-range"];

/** All that is passed of a request, but for the part that it asks for. */
export function inTheseWords({ method, url, headers }: IncomingMessage): string {
  return [`${method} ${url} HTTP/1.1`, ...toLines(headers, passedHeaders)].join("\r\n");
}

export function partLines(headers: IncomingHttpHeaders): string[] {
  return toLines(headers, partHeaders);
}

function toLines(headers: IncomingHttpHeaders, names: string[]): string[] {
  return names.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [`${name}: ${value}`];
  });
}

/** `Expect` is answered here: the body is read as fast as it is passed on. */
export const ofConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
  "expect",
  // Ours alone, between gateway and web.
  "earshot-file",
]);

type Sending = {
  sound: OpenSound;
  first: number;
  /** In bytes, at least one. */
  length: number;
  response: ServerResponse;
  /** Writes the head, which goes along with the first bytes. */
  begin: () => void;
  /** Asked after each wait; nothing is sent any more when it says no. */
  isWanted: () => boolean;
  /** So many bytes are left to be read; the connection has taken those before them, or has yet to. */
  onWritten: (left: number, isTaken: boolean) => void;
};

/**
 * Sends a part of an open file to where a response goes, whose head tells the length. Resolves when all
 * of it is taken, or it isn't wanted any more.
 *
 * The kernel sends it from the file to the connection, where it can. The first bytes go through memory
 * all the same, along with the head, since they show that the file can be read; the last ones, since
 * it is known here when its reader gets those; and some whenever the connection takes no more, since it
 * is known here when it takes these.
 * @throws when the file can't be read or ends too early
 */
export async function sendPart({ sound, first, length, ...sending }: Sending): Promise<void> {
  const outlet = length > 4 * edgeBytes ? await openOutlet(sending.response.socket) : null;
  try {
    await send({ sound, first, length, ...sending }, outlet);
  } finally {
    outlet?.close();
  }
}

async function send(
  { sound, first, length, response, begin, isWanted, onWritten }: Sending,
  outlet: Outlet | null,
): Promise<void> {
  const end = first + length;
  let isQuick = true;
  for (let at = first; at < end; ) {
    const byKernel = end - edgeBytes - at;
    if (outlet && sound.sendTo && isQuick && at > first && byKernel > 0) {
      const sent = await sound.sendTo(outlet, at, Math.min(byKernel, mostAtOnce));
      if (!isWanted()) return;
      at += sent;
      if (sent > 0) onWritten(end - at, true);
      isQuick = sent === Math.min(byKernel, mostAtOnce);
      if (isQuick) continue;
    }
    const most = outlet ? edgeBytes : end - at;
    const { chunk, bytes } = await readChunk(
      sound,
      at,
      Math.min(end, at + most),
      isQuick && !outlet,
    );
    if (!isWanted()) return giveChunk(chunk);
    const { socket } = response;
    socket?.cork();
    if (at === first) begin();
    const taken = new Promise<void>((resolve) => {
      writePast(response, chunk.subarray(0, bytes), () => {
        // Until now it was read from, also if the connection is broken.
        giveChunk(chunk);
        resolve();
      });
    });
    socket?.uncork();
    at += bytes;
    isQuick = (socket ?? response).writableLength === 0;
    onWritten(end - at, isQuick);
    if (!isQuick) await taken;
    if (!isWanted()) return;
    if (outlet) isQuick = true;
  }
}

const edgeBytes = 64 * 1024;
/** Of a file that has to come from the disk first, one of Node's threads waits for so much. */
const mostAtOnce = 1024 ** 2;

/**
 * Writes to where a response goes, past what counts and frames it. `onTaken` is called later, in any case.
 * @returns whether all of it is taken already
 */
export function writePast(
  response: ServerResponse,
  bytes: Uint8Array,
  onTaken: () => void,
): boolean {
  const taker = response.socket ?? response;
  taker.write(bytes, () => onTaken());
  return taker.writableLength === 0;
}

/** @returns memory that has the file's next bytes, at least one */
async function readChunk(
  sound: OpenSound,
  at: number,
  end: number,
  isQuick: boolean,
): Promise<{ chunk: Buffer; bytes: number }> {
  let chunk: Buffer | undefined;
  const takeMemory = () => {
    chunk = takeChunk(isQuick);
    return chunk.subarray(0, end - at);
  };
  try {
    const bytes = (await sound.read?.(takeMemory, at)) ?? 0;
    if (chunk && bytes > 0) return { chunk, bytes };
    throw new Error("a kept file is shorter than it was");
  } catch (error) {
    if (chunk) giveChunk(chunk);
    throw error;
  }
}

/**
 * Memory for files on their way, filled again and again; what was used last is taken first, since the
 * processor has it near. A large one saves trips to the disk and to the connection, and there are few:
 * whoever takes bytes more slowly than they are read waits with a small one.
 */
const large = { bytes: 1024 ** 2, free: [] as Buffer[] };
const small = { bytes: 128 * 1024, free: [] as Buffer[] };
const mostLarge = 24;
let largeInAll = 0;

/** Its one user gives it back. */
function takeChunk(isQuick: boolean): Buffer {
  const free = isQuick ? large.free.pop() : undefined;
  if (free) return free;
  if (!isQuick || largeInAll >= mostLarge) {
    return small.free.pop() ?? Buffer.allocUnsafeSlow(small.bytes);
  }
  largeInAll++;
  return Buffer.allocUnsafeSlow(large.bytes);
}

function giveChunk(chunk: Buffer): void {
  const { free } = chunk.length === large.bytes ? large : small;
  free.push(chunk);
}
