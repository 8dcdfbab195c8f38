import "server-only";
import { problemResponse } from "@/lib/platform/problem";
import { endingOf } from "../source/audio-type";
import { fileHeaders, readDisposition } from "../source/file-headers";
import { placePart, readAskedPart } from "../source/place-part";
import { audioRoomTexts } from "../source/texts.en";
import { soundStore } from "../store/sound-store";

export type KeptFile = { recordingId: string; sha256: Uint8Array; type: string };

/**
 * Answers GET and HEAD with a kept file, whole or one range of it; its hash is its entity tag, and it is
 * saved as `name` with the ending of its type. Null: the
 * file isn't there.
 */
export async function answerKept(
  { sha256, type }: KeptFile,
  request: Request,
  name: string,
): Promise<Response | null> {
  const file = await soundStore().open(sha256);
  if (!file) return null;
  const { size } = file;
  const etag = `"${Buffer.from(sha256).toString("hex")}"`;
  const told = { "content-length": String(size), etag };
  const part = placePart(200, told, readAskedPart(request.headers));
  const isWhole = part?.kind !== "range";
  if (!part || part.kind === "outside") {
    await file.close();
    return problemResponse(416, "audio-range-outside", {
      detail: audioRoomTexts().rangeOutside,
      headers: { "Accept-Ranges": "bytes", "Content-Range": `bytes */${size}` },
    });
  }
  const first = isWhole ? 0 : part.first;
  const length = isWhole ? size : part.last - part.first + 1;
  const hasBody = request.method !== "HEAD" && length > 0;
  if (!hasBody) await file.close();
  return new Response(hasBody ? await file.stream(first, length) : null, {
    status: isWhole ? 200 : 206,
    headers: {
      ...fileHeaders({
        type,
        length,
        disposition: readDisposition(request),
        filename: `${name}.${endingOf(type)}`,
      }),
      "Accept-Ranges": "bytes",
      ETag: etag,
      ...(isWhole ? {} : { "Content-Range": `bytes ${first}-${first + length - 1}/${size}` }),
    },
  });
}
