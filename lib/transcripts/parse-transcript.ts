import { isStorable } from "@/lib/list/list-page";
import {
  alignWords,
  type Cue,
  type TranscriptFault,
  type TranscriptFormat,
  type Word,
} from "./views";

export const mostBytes = 2 * 1024 * 1024;
const mostCues = 20_000;
/** With notes and what an empty line tore from a cue. */
const mostBlocks = 5 * mostCues;
const mostHours = 100;
const mostOfSpeaker = 80;

type ReadTranscript = { format: TranscriptFormat; language: string; cues: Cue[] };
type Refusal = { fault: TranscriptFault };

/**
 * Reads WebVTT, SRT or plain text, whatever the file is called. What a player would show is kept; a time
 * that can't be read refuses the whole, and names its line: seeking by a wrong one would lead astray.
 */
export function parseTranscript(bytes: Uint8Array): ReadTranscript | Refusal {
  if (bytes.length > mostBytes) return refuse({ code: "too-large", mostBytes });
  const text = decode(bytes);
  if (text === null) return refuse({ code: "not-text" });
  if (text.trim() === "") return refuse({ code: "empty" });
  const lines = text.split("\n");
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "");
  const format = isVtt ? "vtt" : isSrt(lines) ? "srt" : "text";
  const read = format === "text" ? readText(text) : readCues(lines, isVtt);
  if ("fault" in read) return read;
  if (read.length === 0) return refuse({ code: "no-cues" });
  if (read.length > mostCues) return tooManyCues;
  return { format, language: isVtt ? readLanguage(lines) : "", cues: read };
}

function refuse(fault: TranscriptFault): Refusal {
  return { fault };
}

const tooManyCues = refuse({ code: "too-many-cues", most: mostCues });

/** UTF-8, UTF-16 by its mark, or else Windows-1252; null for what is no text. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isWide) return clean(new TextDecoder(first === 0xff ? "utf-16le" : "utf-16be").decode(bytes));
  if (bytes.includes(0)) return null;
  try {
    return clean(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // What old subtitle editors write; a picture or an archive has signs that no text has.
    const text = new TextDecoder("windows-1252").decode(bytes);
    return text.search(unprintable) === -1 ? clean(text) : null;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what it looks for
const unprintable = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;

function clean(text: string): string | null {
  const plain = text.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n");
  if (!isStorable(plain)) return null;
  return plain.replaceAll(unprintable, " ");
}

function isSrt(lines: string[]): boolean {
  const first = lines.findIndex((line) => line.trim() !== "");
  return [first, first + 1].some((at) => arrow.test(lines[at] ?? ""));
}

function readLanguage(lines: string[]): string {
  for (const line of lines.slice(1, 20)) {
    if (line.trim() === "") break;
    const [, language] = /^Language:\s*([A-Za-z\d-]{2,35})\s*$/i.exec(line) ?? [];
    if (language) return language;
  }
  return "";
}

const arrow = /^\s*\S+(?:\s+\S+)?\s*-->/;

function readCues(lines: string[], isVtt: boolean): Cue[] | Refusal {
  const blocks = splitBlocks(lines);
  if (blocks.length > mostBlocks) return tooManyCues;
  const cues: Cue[] = [];
  let torn: string[] = [];
  for (const { at, block } of blocks) {
    if (isVtt && (at === 0 || /^(NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block[0] ?? ""))) continue;
    const place = block.findIndex((line) => line.includes("-->"));
    const timing = block[place];
    if (timing === undefined) {
      // A line that was torn from its cue by an empty one.
      if (cues.length === 0) {
        return refuse({ code: "no-time", line: at + 1, found: show(block[0] ?? "") });
      }
      torn.push(toPlain(block.join(" ")));
      continue;
    }
    const line = at + place + 1;
    const [from = "", rest = ""] = timing.split("-->");
    const to = rest.trim().split(/\s+/)[0] ?? "";
    const [startMs, endMs] = [readTime(from.trim()), readTime(to)];
    if (startMs === null) return refuse({ code: "bad-time", line, found: show(from.trim()) });
    if (endMs === null) return refuse({ code: "bad-time", line, found: show(to) });
    if (endMs < startMs) return refuse({ code: "ends-early", line, found: show(timing.trim()) });
    if (endMs > mostHours * 3_600_000) {
      return refuse({ code: "too-late", line, found: show(to) });
    }
    mend(cues.at(-1), torn);
    torn = [];
    const read = readPayload(block.slice(place + 1).join("\n"), startMs, endMs);
    if (read === null || cues.length + read.length > mostCues) return tooManyCues;
    for (const cue of read) cues.push(cue);
  }
  mend(cues.at(-1), torn);
  const said = cues.filter(({ text }) => text !== "");
  return said.toSorted((one, other) => (one.startMs ?? 0) - (other.startMs ?? 0));
}

/** Gives a cue back what was torn from it, all at once; its words stay what its text is made of. */
function mend(cue: Cue | undefined, torn: string[]): void {
  const rest = torn.filter(Boolean).join(" ");
  if (!cue || rest === "") return;
  cue.text = cue.text === "" ? rest : `${cue.text} ${rest}`;
  const word = cue.words.at(-1);
  if (word) word.text = `${word.text} ${rest}`;
}

/** Runs of lines that aren't empty. A line of times begins one of its own, where the empty line is missing. */
function splitBlocks(lines: string[]): { at: number; block: string[] }[] {
  const blocks: { at: number; block: string[] }[] = [];
  let open: { at: number; block: string[]; hasTimes: boolean } | undefined;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") {
      open = undefined;
      continue;
    }
    const isTimes = line.includes("-->");
    if (open?.hasTimes && isTimes) {
      const number = /^\d+$/.test(open.block.at(-1)?.trim() ?? "") ? open.block.pop() : undefined;
      const hasTimes = false;
      open =
        number === undefined
          ? { at, block: [], hasTimes }
          : { at: at - 1, block: [number], hasTimes };
      blocks.push(open);
    }
    if (!open) {
      open = { at, block: [], hasTimes: false };
      blocks.push(open);
    }
    open.block.push(line);
    open.hasTimes ||= isTimes;
  }
  return blocks;
}

/** Milliseconds of `1:02:03.450`, `02:03,45` or `62.5`; null for anything else. */
function readTime(text: string): number | null {
  const match = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,5})(?:[.,](\d{1,9}))?$/.exec(text);
  if (!match) return null;
  const [, hours = "0", minutes = "0", seconds = "0", part = ""] = match;
  const hasClock = match[2] !== undefined;
  if ((hasClock && Number(seconds) > 59) || (match[1] !== undefined && Number(minutes) > 59)) {
    return null;
  }
  const whole = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1_000 + Math.round(Number(`0.${part || "0"}`) * 1_000);
}

/** A cue of WebVTT may hold several voices, and times of its words. Null: they are too many. */
function readPayload(payload: string, startMs: number, endMs: number): Cue[] | null {
  const cues: Cue[] = [];
  const voices = splitVoices(payload);
  if (voices.length > mostCues) return null;
  for (const voice of voices) {
    const words = readWords(voice.markup, startMs, endMs);
    const { speaker, text } = voice.speaker
      ? { speaker: voice.speaker, text: toPlain(voice.markup) }
      : takeSpeaker(toPlain(voice.markup));
    cues.push({ text, speaker, startMs, endMs, words: alignWords(text, words) });
  }
  const timed = cues.map((cue) => {
    const [first, last] = [cue.words[0], cue.words.at(-1)];
    return first && last ? { ...cue, startMs: first.startMs, endMs: last.endMs } : cue;
  });
  return timed;
}

function splitVoices(payload: string): { speaker: string | null; markup: string }[] {
  const parts = payload.split(/<v(?:\.[^\s<>]*)?[ \t]([^<>\n]*)>/i);
  const voices = [{ speaker: null as string | null, markup: parts[0] ?? "" }];
  for (let at = 1; at < parts.length; at += 2) {
    const speaker = cutSpeaker(decodeEntities(parts[at] ?? ""));
    voices.push({ speaker: speaker || null, markup: parts[at + 1] ?? "" });
  }
  return voices.filter(({ markup }) => toPlain(markup) !== "");
}

/** `<00:01.200>word` of WebVTT: from each time to the next one. */
function readWords(markup: string, startMs: number, endMs: number): Word[] {
  const parts = markup.split(/<((?:\d+:)?\d+:\d+[.,]\d+)>/);
  if (parts.length < 3) return [];
  const words: Word[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const from = at === 0 ? startMs : readTime(parts[at - 1] ?? "");
    const next = parts[at + 1];
    const to = next === undefined ? endMs : readTime(next);
    // Times that run back or leave the cue tell nothing.
    if (from === null || to === null || from < startMs || to < from || to > endMs) return [];
    const text = toPlain(parts[at] ?? "");
    if (text !== "") words.push({ text, startMs: from, endMs: to });
  }
  return words;
}

/** Lines of plain text, in which `Agent: …` names who speaks. */
function readText(text: string): Cue[] {
  const cues: Cue[] = [];
  for (const line of text.split("\n")) {
    const { speaker, text: said } = takeSpeaker(line.replaceAll(/\s+/g, " ").trim());
    if (said !== "") cues.push({ text: said, speaker, startMs: null, endMs: null, words: [] });
    if (cues.length > mostCues) break;
  }
  return cues;
}

/** A short name in letters with a colon, as `Agent:` or `Speaker 1:`; a clock or an address is none. */
function takeSpeaker(text: string): { speaker: string | null; text: string } {
  const match = /^(?:-\s*)?(\p{Lu}[\p{L}\p{N} .'’_-]{0,30}?):\s+(\S.*)$/su.exec(text);
  const [, speaker, said] = match ?? [];
  if (!speaker || !said || speaker.trim().split(/\s+/).length > 3) return { speaker: null, text };
  return { speaker: cutSpeaker(speaker), text: said };
}

function cutSpeaker(name: string): string {
  return [...name.replaceAll(/\s+/g, " ").trim()].slice(0, mostOfSpeaker).join("");
}

/** What a player shows of it, in one line: no tags, no positions, entities as their signs. */
function toPlain(markup: string): string {
  const bare = markup
    .replaceAll(/<\/?[a-z][^<>]*>|<[\d:.,]+>/gi, "")
    .replaceAll(/\{\\[^{}]*\}/g, "");
  return decodeEntities(bare).replaceAll(/\s+/g, " ").trim();
}

const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  lrm: "\u200e",
  rlm: "\u200f",
  quot: '"',
  apos: "'",
  "#39": "'",
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm|quot|apos|#39);/g, (all, name: string) => {
    return entities[name] ?? all;
  });
}

function show(text: string): string {
  return text.length > 40 ? `${[...text].slice(0, 40).join("")}…` : text;
}
