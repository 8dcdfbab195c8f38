import "server-only";
import { type FileHandle, open } from "node:fs/promises";
import { problemResponse } from "@/lib/platform/problem";
import { endingOf } from "../source/audio-type";
import { fileHeaders, readDisposition } from "../source/file-headers";
import { placePart, readAskedPart } from "../source/place-part";
import { isMissing, soundPath } from "./sound-files";

export type KeptFile = { recordingId: string; sha256: Uint8Array; type: string };

/**
 * Answers GET and HEAD with a kept file, whole or one range of it; its hash is its entity tag. Null: the
 * file isn't there.
 */
export async function answerKept(
  { recordingId, sha256, type }: KeptFile,
  request: Request,
): Promise<Response | null> {
  const file = await open(soundPath(sha256), "r").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (!file) return null;
  const { size } = await file.stat();
  const etag = `"${Buffer.from(sha256).toString("hex")}"`;
  const told = { "content-length": String(size), etag };
  const part = placePart(200, told, readAskedPart(request.headers));
  const isWhole = part?.kind !== "range";
  if (!part || part.kind === "outside") {
    await file.close();
    return problemResponse(416, "audio-range-outside", {
      detail: "The range lies outside of the audio.",
      headers: { "Accept-Ranges": "bytes", "Content-Range": `bytes */${size}` },
    });
  }
  const first = isWhole ? 0 : part.first;
  const length = isWhole ? size : part.last - part.first + 1;
  const hasBody = request.method !== "HEAD" && length > 0;
  if (!hasBody) await file.close();
  return new Response(hasBody ? streamFile(file, first, length) : null, {
    status: isWhole ? 200 : 206,
    headers: {
      ...fileHeaders({
        type,
        length,
        disposition: readDisposition(request),
        filename: `${recordingId}.${endingOf(type)}`,
      }),
      "Accept-Ranges": "bytes",
      ETag: etag,
      ...(isWhole ? {} : { "Content-Range": `bytes ${first}-${first + length - 1}/${size}` }),
    },
  });
}

const chunkBytes = 128 * 1024;

/** Reads no further than it is read, and closes the file at its end, whichever that is. */
function streamFile(file: FileHandle, first: number, length: number): ReadableStream<Uint8Array> {
  let at = first;
  const end = first + length;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const chunk = new Uint8Array(Math.min(chunkBytes, end - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) throw new Error("a kept file is shorter than it was");
    at += bytesRead;
    controller.enqueue(chunk.subarray(0, bytesRead));
    if (at < end) return;
    await file.close();
    controller.close();
  };
  return new ReadableStream(
    {
      pull: (controller) =>
        pull(controller).catch(async (error: unknown) => {
          await file.close();
          throw error;
        }),
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}
