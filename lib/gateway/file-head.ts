import "server-only";
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
