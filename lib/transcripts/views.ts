import { traceSchema } from "@/lib/access/views";
import * as v from "@/lib/platform/shape";

/** A word with the signs and spaces behind it, so that the words of a cue make its text. */
const wordSchema = v.object({ text: v.string, startMs: v.number, endMs: v.number });

export type Word = v.Shaped<typeof wordSchema>;

/** What is said in one go; times are null where the transcript tells none. */
const cueSchema = v.object({
  text: v.string,
  startMs: v.nullable(v.number),
  endMs: v.nullable(v.number),
  /** Null: nobody says who speaks. */
  speaker: v.nullable(v.string),
  /** Empty where no times of words are known. */
  words: v.array(wordSchema),
});

export type Cue = v.Shaped<typeof cueSchema>;

export type TranscriptFormat = "vtt" | "srt" | "text";

/** A transcript that is shown, or was. */
const versionSchema = v.object({
  id: v.string,
  source: v.oneOf(["uploaded", "made"]),
  /** The name of its file, or the model that made it; '' where none was told. */
  name: v.string,
  /** '' where nobody told. */
  language: v.string,
  created: traceSchema,
  /** Null: it was replaced, or is shown. */
  removed: v.nullable(traceSchema),
});

export type VersionView = v.Shaped<typeof versionSchema>;

export const transcriberFaults = [
  "unreachable",
  "timeout",
  "key-refused",
  "rate-limited",
  "server-failed",
  "refused",
  "answer-unreadable",
  "no-speech",
  "audio-missing",
  "too-many-versions",
] as const;
export type TranscriberFault = (typeof transcriberFaults)[number];

/** Where the making of a transcript stands. */
const jobSchema = v.object({
  state: v.oneOf(["waiting", "running", "failed"]),
  /** Since when it is in this state. */
  since: v.string,
  fault: v.nullable(v.oneOf(transcriberFaults)),
  /** What the transcriber said. */
  reason: v.string,
  attempts: v.number,
  /** Null: it is tried no more. */
  nextTryAt: v.nullable(v.string),
});

export type JobView = v.Shaped<typeof jobSchema>;

/** In a currency by its code of ISO 4217; null: the settings name none. */
const costSchema = v.object({ amount: v.number, currency: v.nullable(v.string) });

export type Cost = v.Shaped<typeof costSchema>;

const transcriberSchema = v.object({
  model: v.string,
  /** Without it there is nothing to send. */
  isAudioKept: v.boolean,
  /** What it takes. Minutes of null: nobody has measured the audio; a cost of null: nor is it known. */
  estimate: v.object({ minutes: v.nullable(v.number), cost: v.nullable(costSchema) }),
});

export type TranscriberView = v.Shaped<typeof transcriberSchema>;

export const transcriptSchema = v.object({
  recordingId: v.string,
  viewerId: v.string,
  /** Milliseconds since 1970: of two, the later one is the truth. */
  readAt: v.number,
  timeZone: v.string,
  current: v.nullable(versionSchema),
  /** Null: they are too many to come with the page. */
  cues: v.nullable(v.array(cueSchema)),
  former: v.array(versionSchema),
  job: v.nullable(jobSchema),
  /** What can be asked for; null: no transcriber is set up. */
  transcriber: v.nullable(transcriberSchema),
});

export type TranscriptView = v.Shaped<typeof transcriptSchema>;

/** The same of a list: its calls that have audio and no transcript, or so many of them at least. */
export type ListEstimate = { calls: number; isMore: boolean; minutes: number; cost: Cost | null };

/** Why a file was not taken; the line counts from 1. */
export type TranscriptFault =
  | { code: "too-large"; mostBytes: number }
  | {
      code:
        | "empty"
        | "not-text"
        | "no-cues"
        | "call-missing"
        | "version-missing"
        | "too-many-versions";
    }
  | { code: "too-many-cues"; most: number }
  | { code: "no-time" | "bad-time" | "ends-early" | "too-late"; line: number; found: string };

/** What became of a change: the transcript as it is now, or why nothing was kept. */
export type TranscriptAnswer =
  | { fault: TranscriptFault; transcript?: never }
  | { fault: null; transcript: TranscriptView };

/** What was said, a line for each cue, as a search, an export and a file of plain text have it. */
export function toPlainText(cues: readonly Cue[]): string {
  return cues.map(({ speaker, text }) => (speaker ? `${speaker}: ${text}` : text)).join("\n");
}

/**
 * Gives each word its place in a text, with the signs and spaces that follow it there: together they are
 * the text. Empty where they say something else.
 */
export function alignWords(text: string, words: readonly Word[]): Word[] {
  const folded = text.toLowerCase();
  // Folding may change how long a text is.
  if (folded.length !== text.length) return [];
  const places: number[] = [];
  let at = 0;
  for (const word of words) {
    const wanted = word.text.trim().toLowerCase();
    // No farther than it may stand: a search through the whole of a long text takes long each time.
    const near = folded.slice(at, at + mostBetween + wanted.length);
    const found = wanted === "" ? -1 : near.indexOf(wanted);
    if (found === -1) return [];
    const place = at + found;
    places.push(places.length === 0 ? 0 : place);
    at = place + wanted.length;
  }
  return words.map((word, index) => ({
    ...word,
    text: text.slice(places[index], places[index + 1] ?? text.length),
  }));
}

/** A recogniser leaves out signs between words, but no sentences. */
const mostBetween = 24;

/** What a column of text and a search can hold of what strangers write, in one line. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replaceAll(unprintable, " ").replaceAll(/\s+/g, " ").trim();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what it looks for
const unprintable = /[\0-\x1f\x7f-\x9f]/g;

/** WebVTT, with speakers and the times of words where they are known. Null: the cues have no times. */
export function toVtt(cues: readonly Cue[], language: string): string | null {
  const timed = cues.flatMap(({ startMs, endMs, ...cue }) =>
    startMs === null || endMs === null ? [] : [{ ...cue, startMs, endMs }],
  );
  if (timed.length === 0) return null;
  const head = language === "" ? "WEBVTT" : `WEBVTT\nLanguage: ${language}`;
  const blocks = timed.map(({ startMs, endMs, speaker, text, words }) => {
    const said =
      words.length === 0
        ? escapeText(text)
        : words
            .map((word, index) => {
              const time = index === 0 && word.startMs === startMs ? "" : toClock(word.startMs);
              return time === "" ? escapeText(word.text) : `<${time}>${escapeText(word.text)}`;
            })
            .join("");
    const voice = speaker ? `<v ${escapeText(speaker)}>` : "";
    return `${toClock(startMs)} --> ${toClock(endMs)}\n${voice}${said}`;
  });
  return `${[head, ...blocks].join("\n\n")}\n`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function toClock(ms: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(ms / 1_000);
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${clock.map(two).join(":")}.${String(ms % 1_000).padStart(3, "0")}`;
}

/** As a transcriber tells them, in seconds. */
type Segment = {
  start: number;
  end: number;
  text: string;
  speaker?: string | null | undefined;
  words?: Word[] | null | undefined;
};

/** Each segment with the words whose middle lies in it. */
export function toCues(segments: Segment[], words: Word[]): Cue[] {
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
export function gatherWords(words: Word[]): Cue[] {
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
      text,
      speaker: null,
      words: alignWords(text, cleaned),
      startMs: first?.startMs ?? 0,
      endMs: last?.endMs ?? 0,
    };
  });
}

export function toUntimed(text: string): Cue[] {
  return text
    .split("\n")
    .map(cleanLine)
    .map((line) => ({ text: line, speaker: null, startMs: null, endMs: null, words: [] }));
}
