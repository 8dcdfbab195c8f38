import { cutText } from "@/lib/recordings/record/cut-text";
import {
  type BodyEncoding,
  readBeginning,
  readText,
  TooLongBody,
  UnreadableBody,
} from "../interpret/json/read-text";
import { layOutJson } from "./lay-out-json";
import { toVisibleText } from "./to-visible-text";
import type { BodyTextView } from "./views";

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
