import "server-only";
import { problemAnswer } from "@/lib/platform/problem";
import { endingOf } from "../source/audio-type";
import { fileHeaders } from "../source/file-headers";
import { audioRoomTexts } from "../source/texts.en";
import type { OpenSound } from "../store/sound-files";
import { soundStore } from "../store/sound-store";
import { placeKept } from "./place-kept";

export type KeptFile = { recordingId: string; sha256: Uint8Array; type: string };

/** What is asked of a file; a request of the web's own kind is one. */
export type AskedFile = { method: string; url: string; headers: Pick<Headers, "get"> };

/** Bytes of a file that is open. Whoever sends them closes it. */
export type KeptPart = { sound: OpenSound; first: number; length: number };

/** An answer before any server's own form of it. */
export type KeptAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | KeptPart | null;
};

/**
 * The answer to GET and HEAD with a kept file, whole or one range of it; its hash is its entity tag, and
 * it is saved as `name` with the ending of its type. Null: the file isn't there.
 */
export async function answerKept(
  { sha256, type }: KeptFile,
  asked: AskedFile,
  name: string,
  open: (sha256: Uint8Array) => Promise<OpenSound | null> = soundStore().open,
): Promise<KeptAnswer | null> {
  const sound = await open(sha256);
  if (!sound) return null;
  const { size } = sound;
  const hash = Buffer.from(sha256).toString("hex");
  const part = placeKept(hash, size, asked.headers);
  if (!part) {
    await sound.close();
    return problemAnswer(416, "audio-range-outside", {
      detail: audioRoomTexts().rangeOutside,
      headers: { "Accept-Ranges": "bytes", "Content-Range": `bytes */${size}` },
    });
  }
  const { status, first, length } = part;
  const hasBody = asked.method !== "HEAD" && length > 0;
  if (!hasBody) await sound.close();
  return {
    status,
    headers: {
      ...fileHeaders({
        type,
        length,
        filename: `${name}.${endingOf(type)}`,
      }),
      "Accept-Ranges": "bytes",
      ETag: `"${hash}"`,
      ...part.headers,
    },
    body: hasBody ? { sound, first, length } : null,
  };
}

/** The same as a route handler gives it. */
export async function toKeptResponse({ status, headers, body }: KeptAnswer): Promise<Response> {
  const isPart = body !== null && typeof body === "object";
  const sent = isPart ? await body.sound.stream(body.first, body.length) : body;
  return new Response(sent, { status, headers });
}
