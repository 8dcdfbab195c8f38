import { expect, test } from "vitest";
import { mostBytes, parseTranscript } from "./parse-transcript";
import { toPlainText, toVtt } from "./views";

function read(text: string | Uint8Array) {
  const answer = parseTranscript(typeof text === "string" ? Buffer.from(text) : text);
  if ("fault" in answer) throw new Error(JSON.stringify(answer.fault));
  return answer;
}

function refuse(text: string | Uint8Array) {
  const answer = parseTranscript(typeof text === "string" ? Buffer.from(text) : text);
  return "fault" in answer ? answer.fault : null;
}

const said = (text: string) => read(text).cues.map((cue) => cue.text);

test("WebVTT with a byte order mark, CRLF, a header, notes, styles and settings", () => {
  const { format, language, cues } = read(
    "\ufeffWEBVTT - call\r\nKind: captions\r\nLanguage: en-GB\r\n\r\nNOTE\r\nnothing --> of it\r\n\r\n" +
      "STYLE\r\n::cue { color: red }\r\n\r\nintro\r\n00:01.000 --> 00:02.500 align:start position:0%\r\nHello\r\nthere.\r\n\r\n" +
      "1:00:00.000 --> 1:00:01.000\r\nBye.\r\n",
  );
  expect([format, language]).toEqual(["vtt", "en-GB"]);
  expect(cues).toMatchObject([
    { text: "Hello there.", startMs: 1_000, endMs: 2_500, speaker: null },
    { text: "Bye.", startMs: 3_600_000, endMs: 3_601_000 },
  ]);
});

test("voices, tags, entities and the times of words", () => {
  const { cues } = read(
    "WEBVTT\n\n00:00.000 --> 00:04.000\n<v.loud Ada Lovelace>Hi <i>Ben</i> &amp; <00:01.000>you,\n<v Ben>&lt;waves&gt; <c.x>bye</c></v>\n",
  );
  expect(cues.map(({ speaker, text }) => [speaker, text])).toEqual([
    ["Ada Lovelace", "Hi Ben & you,"],
    ["Ben", "<waves> bye"],
  ]);
  expect(cues[0]?.words).toEqual([
    { text: "Hi Ben & ", startMs: 0, endMs: 1_000 },
    { text: "you,", startMs: 1_000, endMs: 4_000 },
  ]);
});

test("SRT with commas, short clocks, positions, and no empty line between cues", () => {
  const { format, cues } = read(
    "1\n00:00:01,5 --> 00:00:02,000 X1:40 X2:600\n{\\an8}<font color=red>One</font>\n2\n0:03,25 --> 0:04,0\nAgent: Two: three\n\n\n3\n00:00:02,000 --> 00:00:09,000\nOverlaps\n",
  );
  expect(format).toBe("srt");
  expect(cues.map(({ startMs, endMs, speaker, text }) => [startMs, endMs, speaker, text])).toEqual([
    [1_500, 2_000, null, "One"],
    [2_000, 9_000, null, "Overlaps"],
    [3_250, 4_000, "Agent", "Two: three"],
  ]);
});

test("plain text: a cue for each line, with who speaks", () => {
  const { format, cues } = read("Agent: Good morning!\n\n  Speaker 2:  Hello\nat 10:30 we meet\n");
  expect(format).toBe("text");
  expect(cues.map(({ speaker, text, startMs }) => [speaker, text, startMs])).toEqual([
    ["Agent", "Good morning!", null],
    ["Speaker 2", "Hello", null],
    [null, "at 10:30 we meet", null],
  ]);
});

test("other encodings: UTF-16 by its mark, and what old editors write", () => {
  const text = "1\n00:00:01,000 --> 00:00:02,000\nGrüß Gott\n";
  const wide = Buffer.from(`\ufeff${text}`, "utf16le");
  expect(read(wide).cues[0]?.text).toBe("Grüß Gott");
  expect(read(wide.swap16()).cues[0]?.text).toBe("Grüß Gott");
  expect(read(Buffer.from(text, "latin1")).cues[0]?.text).toBe("Grüß Gott");
});

test("a line of 100 KB, and words that were torn from their cue", () => {
  const long = "word ".repeat(20_000).trim();
  expect(said(`WEBVTT\n\n00:01.000 --> 00:02.000\n${long}\n`)).toEqual([long]);
  expect(said("WEBVTT\n\n00:01.000 --> 00:02.000\none\n\ntwo\n")).toEqual(["one two"]);
});

test("words of a cue stay its text when a line was torn from it", () => {
  const { cues } = read("WEBVTT\n\n00:01.000 --> 00:03.000\none <00:02.000>two\n\nthree\n\nfour\n");
  expect(cues[0]?.text).toBe("one two three four");
  expect(cues[0]?.words.map((word) => word.text)).toEqual(["one ", "two three four"]);
});

test("whatever 2 MB hold, they are read or refused soon", () => {
  const head = "WEBVTT\n\n00:01.000 --> 00:02.000\n";
  const fill = (part: string, before = head) =>
    before + part.repeat(Math.floor((mostBytes - before.length) / part.length));
  const files = [
    "a\n",
    "<v",
    "<v ",
    "<v.",
    "<v\t ",
    "<v. a",
    "<v A>x",
    "<v A>",
    "x\n\n",
    "\n\nlong line ",
    "<",
    "{\\",
    "<00:01.000>x",
    "<00:01.000>",
    "<1",
    "<1:",
    "&",
    "<c",
    " ",
    "a ",
    "0\n",
    "-->",
    "00:01.000 --> 00:02.000\n",
    "1\n00:01.000 --> 00:02.000\n",
    "\n\n00:01 --> 00:02\nx",
  ].flatMap((part) => [fill(part), fill(part, "")]);
  const slow = files.flatMap((file) => {
    const bytes = Buffer.from(file).subarray(0, mostBytes);
    // Of the processor's time: a busy machine says little of the parser, but that it may take thrice as long.
    const began = process.cpuUsage();
    parseTranscript(bytes);
    const { user, system } = process.cpuUsage(began);
    const tookMs = (user + system) / 1_000;
    return tookMs > 5_000 ? [[file.slice(0, 60), tookMs]] : [];
  });
  expect(slow).toEqual([]);
});

test("what is no transcript is refused, with the line where it can be told", () => {
  expect(refuse("")).toEqual({ code: "empty" });
  expect(refuse(" \n\t\n")).toEqual({ code: "empty" });
  expect(refuse("WEBVTT\n\n")).toEqual({ code: "no-cues" });
  expect(refuse(Buffer.alloc(mostBytes + 1, "a"))).toEqual({ code: "too-large", mostBytes });
  expect(refuse(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))).toEqual({ code: "not-text" });
  expect(refuse(Buffer.from([0xff, 0xfb, 0x90, 0x01, 0x80]))).toEqual({ code: "not-text" });
  expect(refuse("WEBVTT\n\n00:01 --> oops\nHi\n")).toEqual({
    code: "bad-time",
    line: 3,
    found: "oops",
  });
  expect(refuse("WEBVTT\n\n00:75.000 --> 02:00.000\nHi\n")).toMatchObject({ code: "bad-time" });
  expect(refuse("WEBVTT\n\n00:09.000 --> 00:08.000\nHi\n")).toMatchObject({
    code: "ends-early",
    line: 3,
  });
  expect(refuse("WEBVTT\n\n999:00:00.000 --> 999:00:01.000\nHi\n")).toMatchObject({
    code: "too-late",
    line: 3,
  });
  expect(refuse("WEBVTT\n\nHello there\n")).toEqual({
    code: "no-time",
    line: 3,
    found: "Hello there",
  });
});

test("no bytes make it throw, and what is kept fits a database", () => {
  const alphabet = [
    "\0",
    "\ud800",
    "-->",
    "\n",
    "\n\n",
    "WEBVTT",
    "00:01.000",
    "<v A>",
    "<",
    "&amp;",
    "é",
    "1",
    " ",
    "<00:01.000>",
  ];
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % most;
  };
  for (let round = 0; round < 3_000; round++) {
    const text = Array.from({ length: random(40) }, () => alphabet[random(alphabet.length)]).join(
      "",
    );
    const bytes = Buffer.from(text, round % 3 === 0 ? "latin1" : "utf8");
    const answer = parseTranscript(bytes);
    if ("fault" in answer) continue;
    for (const cue of answer.cues) {
      expect(cue.text).not.toBe("");
      expect(cue.text).not.toContain("\0");
      expect(cue.text.isWellFormed()).toBe(true);
      expect(cue.words.map((word) => word.text).join("")).toBe(
        cue.words.length > 0 ? cue.text : "",
      );
    }
  }
});

test("written as WebVTT it reads back the same", () => {
  const { cues, language } = read(
    "WEBVTT\nLanguage: de\n\n00:01.000 --> 00:03.000\n<v Ada & Co>a &lt;b&gt; <00:02.000>c\n\n00:05.250 --> 01:00:05.250\nplain --&gt; text\n",
  );
  const written = toVtt(cues, language) ?? "";
  expect(read(written)).toMatchObject({ cues, language });
  expect(toPlainText(cues)).toBe("Ada & Co: a <b> c\nplain --> text");
  expect(toVtt(read("no times").cues, "")).toBeNull();
});
