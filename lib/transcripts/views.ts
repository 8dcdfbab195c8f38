/** A word with the signs and spaces behind it, so that the words of a cue make its text. */
export type Word = { text: string; startMs: number; endMs: number };

/** What is said in one go; times are null where the transcript tells none. */
export type Cue = {
  text: string;
  startMs: number | null;
  endMs: number | null;
  /** Null: nobody says who speaks. */
  speaker: string | null;
  /** Empty where no times of words are known. */
  words: Word[];
};

export type TranscriptFormat = "vtt" | "srt" | "text";

/** Who and when; a name of null: somebody who has no access any more, or Earshot itself. */
type Trace = { by: string | null; at: string };

/** A transcript that is shown, or was. */
export type VersionView = {
  id: string;
  source: "uploaded" | "made";
  /** The name of its file, or the model that made it; '' where none was told. */
  name: string;
  /** '' where nobody told. */
  language: string;
  created: Trace;
  /** Null: it was replaced, or is shown. */
  removed: Trace | null;
};

/** Where the making of a transcript stands. */
export type JobView = {
  state: "waiting" | "running" | "failed";
  /** Since when it is in this state. */
  since: string;
  fault: TranscriberFault | null;
  /** What the transcriber said. */
  reason: string;
  attempts: number;
  /** Null: it is tried no more. */
  nextTryAt: string | null;
};

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

export type TranscriptView = {
  recordingId: string;
  viewerId: string;
  /** Milliseconds since 1970: of two, the later one is the truth. */
  readAt: number;
  timeZone: string;
  current: VersionView | null;
  /** Null: they are too many to come with the page. */
  cues: Cue[] | null;
  former: VersionView[];
  job: JobView | null;
  /** What can be asked for; null: no transcriber is set up. */
  transcriber: TranscriberView | null;
};

export type TranscriberView = {
  model: string;
  /** Without it there is nothing to send. */
  isAudioKept: boolean;
  estimate: Estimate;
};

/** In a currency by its code of ISO 4217; null: the settings name none. */
export type Cost = { amount: number; currency: string | null };

/** What transcribing takes. Minutes of null: nobody has measured the audio; a cost of null: nor is it known. */
type Estimate = { minutes: number | null; cost: Cost | null };

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
