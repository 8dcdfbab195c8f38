import { setTimeout as sleep } from "node:timers/promises";
import { readCallSid } from "../calls/call-sid";
import type { Exchange, Route } from "../server/create-route-server";
import { HttpRefusal } from "../server/http-refusal";
import { parseRange } from "../server/parse-range";
import type { RecordingLibrary } from "../sound/recording-library";
import type { TapeFormat } from "../sound/tape/make-tape";
import { requireToken } from "../tokens/require-token";
import type { TokenBook } from "../tokens/token-book";
import { type AudioFault, chooseAudioFault } from "./audio-fault";

export const contentTypes: Record<TapeFormat, string> = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  flac: "audio/flac",
};
const slowAnswerMs = 2000;

export function createAudioRoute(
  library: RecordingLibrary,
  tokens: TokenBook,
  { misbehave }: { misbehave: boolean },
): Route {
  return {
    name: "audio",
    method: "GET",
    path: /^\/recordings\/(\w+)\.(wav|mp3)$/,
    async handle(exchange) {
      requireToken(exchange.request, tokens);
      const [callSid = "", extension] = exchange.pathParts;
      const format = extension === "wav" ? "wav" : "mp3";
      const origin = readCallSid(callSid);
      const fault = origin && misbehave ? chooseAudioFault(origin.seed, origin.index) : "none";
      if (!origin || fault === "missing") throw new HttpRefusal(404, "Recording not found.");
      if (fault === "slow") await sleep(slowAnswerMs);
      const byteCount = library.byteCount(origin, format);
      const load = () => library.load(origin, format);
      const tag = `"${callSid}.${format}"`;
      await sendAudio(exchange, { byteCount, load, tag, type: contentTypes[format] }, fault);
    },
  };
}

/** A recording, and how it is sent. */
type Audio = { byteCount: number; load(): Promise<Buffer>; tag: string; type: string };

export async function sendAudio(
  { request, response }: Exchange,
  { byteCount, load, tag, type }: Audio,
  fault: AudioFault,
): Promise<void> {
  const takesRanges = fault !== "without-ranges";
  const isSameVersion = (request.headers["if-range"] ?? tag) === tag;
  const wantsPart = request.method === "GET" && takesRanges && isSameVersion;
  const range = parseRange(wantsPart ? request.headers.range : undefined, byteCount);
  if (range.kind === "unsatisfiable") {
    const headers = { "Content-Range": `bytes */${byteCount}`, "Accept-Ranges": "bytes" };
    throw new HttpRefusal(416, "The range is beyond the end of the recording.", headers);
  }
  const { start, end } = range.kind === "part" ? range : { start: 0, end: byteCount - 1 };
  const audio = request.method === "HEAD" ? null : await load();
  response.writeHead(range.kind === "part" ? 206 : 200, {
    "Content-Type": type,
    "Content-Length": end - start + 1,
    ETag: tag,
    ...(takesRanges && { "Accept-Ranges": "bytes" }),
    ...(range.kind === "part" && { "Content-Range": `bytes ${start}-${end}/${byteCount}` }),
  });
  if (audio && fault === "cut-short") {
    response.write(audio.subarray(start, (start + end) >>> 1), () => response.destroy());
  } else {
    response.end(audio?.subarray(start, end + 1));
  }
}
