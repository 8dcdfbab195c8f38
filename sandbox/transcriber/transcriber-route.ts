import type { IncomingMessage } from "node:http";
import type { Route } from "../server/create-route-server";
import { HttpRefusal } from "../server/http-refusal";
import { sendJson, sendText } from "../server/send";
import type { SpokenSegment } from "./script";
import type { SpokenAudio } from "./spoken-audio";

type TranscriberSettings = { transcriberKey: string; misbehave: boolean };

/**
 * Speaks OpenAI's `/v1/audio/transcriptions` about the sandbox's own recordings, which it knows by their
 * bytes. When it misbehaves, it refuses each recording once, by turns.
 */
export function createTranscriberRoute(
  audio: SpokenAudio,
  { transcriberKey, misbehave }: TranscriberSettings,
): Route {
  const refused = new Set<string>();
  return {
    name: "transcriber",
    method: "POST",
    path: /^\/v1\/audio\/transcriptions$/,
    async handle({ request, response }) {
      const sendError = (status: number, message: string, headers: Record<string, string> = {}) => {
        request.resume();
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        sendJson(response, status, { error: { message, type: "invalid_request_error" } });
      };
      if (request.headers.authorization !== `Bearer ${transcriberKey}`) {
        return sendError(401, "Incorrect API key provided.");
      }
      const form = await readForm(request);
      const file = form.get("file");
      if (!(file instanceof Blob) || typeof form.get("model") !== "string") {
        return sendError(400, "file and model are needed.");
      }
      const spoken = audio.find(Buffer.from(await file.arrayBuffer()));
      if (!spoken) return sendError(400, "This is not a recording of the sandbox.");
      if (misbehave && !refused.has(spoken.callSid)) {
        refused.add(spoken.callSid);
        if (refused.size % 2 === 0) return sendError(429, "Too fast.", { "Retry-After": "1" });
        return sendError(500, "The sandbox's transcriber misbehaves.");
      }
      const { segments, seconds } = spoken;
      const text = segments.map((segment) => segment.text).join(" ");
      const format = form.get("response_format") ?? "json";
      if (format === "text") return sendText(response, 200, "text/plain", `${text}\n`);
      if (format === "json") return sendJson(response, 200, { text });
      if (format !== "verbose_json") return sendError(400, "response_format is not supported.");
      const wanted = form.getAll("timestamp_granularities[]");
      sendJson(response, 200, {
        task: "transcribe",
        language: "english",
        duration: seconds,
        text,
        segments: segments.map(({ start, end, text: said, speaker }, id) => {
          return { id, start, end, text: said, speaker };
        }),
        ...(wanted.includes("word") && { words: segments.flatMap(toWords) }),
      });
    },
  };
}

/** As a recogniser tells them: without the signs between them. */
function toWords({ words }: SpokenSegment) {
  return words.map(({ word, ...times }) => ({ word: word.replaceAll(/[.,?!]/g, ""), ...times }));
}

const mostBytes = 200 * 1024 * 1024;

async function readForm(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new HttpRefusal(413, "The recording is too large.");
    chunks.push(chunk);
  }
  const type = request.headers["content-type"] ?? "";
  try {
    const body = new Uint8Array(Buffer.concat(chunks));
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new HttpRefusal(400, "The form cannot be read.");
  }
}
