import "server-only";
import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from "node:http";
import { placeKept } from "@/lib/audio/source/place-part";
import { ofConnection } from "./forward";

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
