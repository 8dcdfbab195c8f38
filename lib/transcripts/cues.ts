import type { Cue, Word } from "./views";

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
