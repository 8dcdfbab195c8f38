import { cutText } from "@/lib/list/cut-text";
import {
  type BodyEncoding,
  readBeginning,
  readText,
  TooLongBody,
  UnreadableBody,
} from "../interpret/json/read-text";
import type { BodyTextView } from "./views";
import { toVisibleText } from "./visible-text";

/** The first 64 KiB of a body as a person can read them: decoded, JSON on lines of its own. */
export function toBodyText(body: Uint8Array, headers: [string, string][]): BodyTextView {
  const named = new Map(headers);
  const { text, unreadable } = decode(body, {
    contentType: named.get("content-type") ?? null,
    contentEncoding: named.get("content-encoding") ?? null,
  });
  const isCut = text.length > maxLength;
  const laidOut = isCut ? undefined : layOutJson(text);
  // What is invisible becomes several characters.
  const [visible, rest] = cutText(toVisibleText(laidOut ?? text.slice(0, maxLength)), maxVisible);
  return {
    text: visible,
    isCut: isCut || rest !== "",
    isLaidOut: laidOut !== undefined,
    unreadable,
  };
}

const maxLength = 64 * 1024;
const maxVisible = 200_000;

function decode(body: Uint8Array, encoding: BodyEncoding) {
  try {
    return { text: readText(body, encoding), unreadable: null };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    if (error instanceof TooLongBody)
      return { text: readBeginning(body, encoding), unreadable: null };
    const text = new TextDecoder().decode(body.subarray(0, 4 * maxLength));
    return { text, unreadable: error.message };
  }
}

/**
 * JSON with a line for each value: only white space outside of strings changes, so that repeated
 * keys and long numbers stay as they were written. Undefined for what is not JSON, is too deep or
 * would become too long.
 */
export function layOutJson(text: string): string | undefined {
  if (!isJson(text)) return undefined;
  let depth = 0;
  let laidOut = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "}" || token === "]") {
      depth--;
      laidOut += laidOut.endsWith("{") || laidOut.endsWith("[") ? token : newLine(depth) + token;
      continue;
    }
    if (laidOut.endsWith("{") || laidOut.endsWith("[") || laidOut.endsWith(",")) {
      laidOut += newLine(depth);
    }
    if (token === "{" || token === "[") depth++;
    if (depth > maxDepth) return undefined;
    laidOut += token === ":" ? ": " : token;
    if (laidOut.length > maxLaidOutLength) return undefined;
  }
  return laidOut;
}

/** Beyond it there would be more white space than text. */
const maxLaidOutLength = 200_000;
const maxDepth = 64;
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function newLine(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}
