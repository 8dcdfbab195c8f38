import { z } from "zod";
import { alignWords, cleanLine } from "./cues";
import type { JobFailure } from "./jobs";
import { parseTranscript } from "./parse-transcript";
import type { Cue, Word } from "./views";

export type Transcribed = { language: string; cues: Cue[] };

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
export function readAnswer({
  text,
  type,
}: {
  text: string;
  type: string;
}): Transcribed | JobFailure {
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

/** Each segment with the words whose middle lies in it. */
function toCues(segments: z.infer<typeof segmentSchema>[], words: Word[]): Cue[] {
  let next = 0;
  return segments.map(({ start, end, text: given, speaker, words: own }, index) => {
    const text = cleanLine(given);
    const within = own ?? [];
    const untilMs = (segments[index + 1]?.start ?? Number.POSITIVE_INFINITY) * 1_000;
    const endMs = Math.max(start, end) * 1_000;
    for (; !own; next++) {
      const word = words[next];
      if (!word) break;
      const middle = (word.startMs + word.endMs) / 2;
      if (middle > endMs && middle >= untilMs) break;
      if (middle > endMs && word.startMs >= untilMs) break;
      within.push(word);
    }
    const cleaned = within.map((word) => ({ ...word, text: cleanLine(word.text) }));
    return {
      text,
      speaker: speaker ? cleanLine(speaker).slice(0, 80).toWellFormed() : null,
      startMs: Math.round(start * 1_000),
      endMs: Math.round(endMs),
      words: alignWords(text, cleaned),
    };
  });
}

const pauseMs = 700;
const mostOfCue = 14;

/** Words alone, as lines that end at a pause or the end of a sentence. */
function gatherWords(words: Word[]): Cue[] {
  const lines: Word[][] = [];
  let line: Word[] = [];
  for (const word of words) {
    const last = line.at(-1);
    const isOver =
      last !== undefined &&
      (word.startMs - last.endMs > pauseMs ||
        line.length >= mostOfCue ||
        /[.!?]$/.test(last.text.trim()));
    if (isOver || !last) {
      line = [];
      lines.push(line);
    }
    line.push(word);
  }
  return lines.map((gathered) => {
    const cleaned = gathered.map((word) => ({ ...word, text: cleanLine(word.text) }));
    const text = cleanLine(cleaned.map((word) => word.text).join(" "));
    const [first, last] = [cleaned[0], cleaned.at(-1)];
    return {
      ...{ text, speaker: null, words: alignWords(text, cleaned) },
      ...{ startMs: first?.startMs ?? 0, endMs: last?.endMs ?? 0 },
    };
  });
}

function toUntimed(text: string): Cue[] {
  return text
    .split("\n")
    .map(cleanLine)
    .map((line) => ({ text: line, speaker: null, startMs: null, endMs: null, words: [] }));
}

export function unreadable(reason: string): JobFailure {
  return { fault: "answer-unreadable", reason, retryAfterMs: null };
}

export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
