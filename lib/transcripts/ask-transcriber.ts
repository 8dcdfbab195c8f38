import "server-only";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { loadClient } from "@/lib/platform/process/http";
import type { Secret } from "@/lib/platform/settings/secret";
import { parseTranscript } from "./parse-transcript";
import type { JobFailure } from "./transcript-store";
import { type Cue, cleanLine, gatherWords, toCues, toUntimed, type Word } from "./views";

export type Transcriber = {
  url: string;
  key: Secret | undefined;
  model: string;
  /** How long an answer may take, and its connection. */
  totalMs?: number;
};

export type Speech = {
  bytes: AsyncIterable<Uint8Array>;
  size: number;
  type: string;
  /** Lets go of what it is read from, however much of it was read. Idempotent. */
  close: () => Promise<void>;
};

/**
 * Sends a recording to a server that speaks OpenAI's `/v1/audio/transcriptions`, piece by piece as it is
 * taken, and reads what it answers, within bounds. `open` is asked once more for a server that knows no
 * times. The key goes to this address alone: no redirect is followed. @throws when it is aborted
 */
export async function askTranscriber(
  transcriber: Transcriber,
  open: () => Promise<Speech | null>,
  signal: AbortSignal,
): Promise<Transcribed | JobFailure> {
  const detailed = await send(transcriber, open, verbose, signal);
  const isUnknown = "status" in detailed && [400, 422].includes(detailed.status);
  const answer = isUnknown ? await send(transcriber, open, plain, signal) : detailed;
  if ("fault" in answer) return answer;
  if (answer.status !== 200) return judgeStatus(answer, transcriber.key);
  try {
    return readAnswer(answer);
  } catch (error) {
    // It was paid for: to be asked without end would cost without end.
    log().warn({ err: error }, "the transcriber's answer can't be read");
    return unreadable("");
  }
}

const verbose = [
  ["response_format", "verbose_json"],
  ["timestamp_granularities[]", "word"],
  ["timestamp_granularities[]", "segment"],
] as const;
const plain = [["response_format", "json"]] as const;

type Answer = { status: number; text: string; type: string; retryAfter: string };
type Fields = readonly (readonly [name: string, value: string])[];

async function send(
  { url, key, model, totalMs = mostMs }: Transcriber,
  open: () => Promise<Speech | null>,
  fields: Fields,
  signal: AbortSignal,
): Promise<Answer | JobFailure> {
  const { Agent, request } = await loadClient();
  const speech = await open();
  if (!speech) return { fault: "audio-missing", reason: "", retryAfterMs: null };
  const timeout = AbortSignal.timeout(totalMs);
  const form = toForm(speech, [["model", model], ...fields]);
  const agent = new Agent({
    connectTimeout: connectMs,
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
  });
  try {
    const response = await request(url, {
      method: "POST",
      headers: {
        "content-type": form.type,
        "content-length": String(form.size),
        accept: "application/json",
        ...(key && { authorization: `Bearer ${key.reveal()}` }),
      },
      body: Readable.from(form.bytes),
      dispatcher: agent,
      signal: AbortSignal.any([signal, timeout]),
    });
    const header = (name: string) => String(response.headers[name] ?? "");
    const text = await readBounded(response.body);
    if (text === null) return unreadable("The answer is too large.");
    const { statusCode: status } = response;
    return { status, text, type: header("content-type"), retryAfter: header("retry-after") };
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const isLate = timeout.aborted || /TIMEOUT/.test(code);
    return { fault: isLate ? "timeout" : "unreachable", reason: code, retryAfterMs: null };
  } finally {
    await agent.destroy();
    // A connection that fails leaves it unread.
    await speech.close();
  }
}

const mostMs = 30 * 60_000;
const connectMs = 10_000;
const mostAnswered = 16 * 1_024 * 1_024;

/** A form whose length is known before its file is read. */
function toForm({ bytes, size, type }: Speech, fields: Fields) {
  const boundary = `earshot-${randomUUID()}`;
  const part = (name: string, more = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
  const texts = fields.map(([name, value]) => `${part(name)}\r\n${value}\r\n`).join("");
  const file = part("file", `; filename="recording.${endings[type] ?? "bin"}"`);
  const head = Buffer.from(`${texts}${file}Content-Type: ${type}\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* write() {
    yield head;
    yield* bytes;
    yield tail;
  }
  return {
    bytes: write(),
    size: head.length + size + tail.length,
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Such servers go by the name of a file. */
const endings: Record<string, string> = {
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/aac": "aac",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
  "audio/webm": "webm",
};

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostAnswered) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function judgeStatus({ status, text, retryAfter }: Answer, key: Secret | undefined): JobFailure {
  const retryAfterMs = readRetryAfter(retryAfter);
  // What such an answer says may hold a part of the key.
  if (status === 401 || status === 403) {
    return { fault: "key-refused", reason: `HTTP ${status}`, retryAfterMs };
  }
  const said = errorSchema.safeParse(tryJson(text)).data?.error.message ?? "";
  const told = key ? said.replaceAll(key.reveal(), "[redacted]") : said;
  const reason = told === "" ? `HTTP ${status}` : `HTTP ${status}: ${told}`;
  if (status === 429) return { fault: "rate-limited", reason, retryAfterMs };
  const isPassing = status >= 500 || status === 408 || status === 409;
  return { fault: isPassing ? "server-failed" : "refused", reason, retryAfterMs };
}

const errorSchema = z.object({ error: z.object({ message: z.string() }) });

/** Seconds, or a date. */
function readRetryAfter(header: string): number | null {
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

type Transcribed = { language: string; cues: Cue[] };

const seconds = z.number().min(0).max(360_000);
const wordSchema = z
  .object({
    word: z.string().optional(),
    text: z.string().optional(),
    start: seconds,
    end: seconds,
  })
  .transform(({ word, text = "", start, end }): Word => {
    const startMs = Math.round(start * 1_000);
    return { text: word ?? text, startMs, endMs: Math.max(startMs, Math.round(end * 1_000)) };
  });
const segmentSchema = z.object({
  start: seconds,
  end: seconds,
  text: z.string(),
  speaker: z.string().nullish(),
  words: z.array(wordSchema).nullish(),
});
const answerSchema = z.object({
  text: z.string().default(""),
  language: z.string().nullish(),
  segments: z.array(segmentSchema).max(20_000).nullish(),
  words: z.array(wordSchema).max(200_000).nullish(),
});

/** As JSON with times or without, or as the bare text that some servers send. */
function readAnswer({ text, type }: { text: string; type: string }): Transcribed | JobFailure {
  const json = tryJson(text);
  if (json === undefined || typeof json === "string") {
    if (/json|html/i.test(type)) return unreadable(`It sent ${type.split(";")[0]}.`);
    const read = parseTranscript(Buffer.from(typeof json === "string" ? json : text));
    if (!("fault" in read)) return { language: read.language, cues: read.cues };
    return read.fault.code === "empty"
      ? noSpeech
      : unreadable(`It can't be read: ${read.fault.code}.`);
  }
  const read = answerSchema.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    return unreadable(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
  }
  const { segments, words, language } = read.data;
  const cues = segments?.length
    ? toCues(segments, words ?? [])
    : words?.length
      ? gatherWords(words)
      : toUntimed(read.data.text);
  const said = cues.filter((cue) => cue.text !== "");
  return said.length > 0
    ? {
        language: cleanLine(language ?? "")
          .slice(0, 35)
          .toWellFormed(),
        cues: said,
      }
    : noSpeech;
}

const noSpeech: JobFailure = { fault: "no-speech", reason: "", retryAfterMs: null };

export function unreadable(reason: string): JobFailure {
  return { fault: "answer-unreadable", reason, retryAfterMs: null };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
