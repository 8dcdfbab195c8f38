import { expect, test } from "vitest";
import { englishTexts, productFiles } from "./test-imports";

const screens = productFiles.filter(
  ({ path }) =>
    /^(app(?!\/api)|components)\//.test(path) &&
    // A language is named in its own words, so that everybody finds theirs.
    !/\btexts\.\w+\.ts$|\btest-|language-choice\.tsx$/.test(path),
);

/**
 * What rooms say to a terminal, to a log or in a protocol is English, where the page has words of its own for
 * its code; made-up calls, names of secrets and what packs bodies are data; sheets of a workbook are called so
 * by the formulas of those who read it.
 */
const spoken = new RegExp(
  [
    "^lib/(?:walls|access|backup|ops|platform|samples|rehearsal|intake/secrets)/",
    "^lib/gateway/starting-page.ts$",
    "^lib/(?:calling-service/token-keeper|transcripts/ask-transcriber).ts$",
    "^lib/(?:export/write-workbook|intake/store/packed-body).ts$",
  ].join("|"),
);

const rooms = productFiles.filter(
  ({ path }) =>
    path.startsWith("lib/") && !spoken.test(path) && !/\btexts\.\w+\.ts$|\btest-/.test(path),
);

/** The lines of a file that say something to people in a language of their own. */
function findTexts(path: string, source: string): string[] {
  const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\{\/\*[\s\S]*?\*\/\}/gm;
  const code = source.replaceAll(comments, blank).replaceAll(englishTexts, blank);
  const places = [
    // An attribute that is read out or shown.
    /\b(?:aria-(?:label|description|roledescription|valuetext)|title|placeholder|label|alt|description|summary|legend|hint|heading|pendingText|term)="[^"]*\p{L}{2}[^"]*"/gu,
    // A sentence, or a word with a capital, in a string.
    /(?<![\w.])["`](?:\p{Lu}\p{Ll}+(?:[ ,.’…:?][^"`\n]*)?|[^"`\n]*\p{Ll}{2} \p{Ll}+ [^"`\n]*[.…?]|[^"`\n]*\p{Ll}’\p{Ll}[^"`\n]*)["`]/gu,
    // The same within a statement of SQL.
    /(?<=[ ,(])'\p{Lu}\p{Ll}+ [^'\n]*'/gu,
  ];
  return places.flatMap((place) =>
    [...code.matchAll(place)].flatMap(({ 0: text, index }) => {
      const line = code.slice(0, index).split("\n").length;
      const whole = source.split("\n")[line - 1] ?? "";
      return isTold(whole, text) ? [`${path}:${line} ${text}`] : [];
    }),
  );
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");

/** Not what only machines and developers read. */
function isTold(line: string, text: string): boolean {
  if (/new (?:\w*Error)\(|\bimport\b|console\.|\.name ===|case "|translate="no"/.test(line))
    return false;
  const words = text.replaceAll(/^[^"`]*["`]|["`]$/g, "");
  if (/^[\w-]+$/.test(words) && words === words.toUpperCase()) return false;
  return !machineWords.has(words) && !/^(?:Ctrl|Shift) [\w←→]+$/.test(words);
}

/** Names of keys, types and standards. */
const machineWords = new Set([
  "Enter",
  "Escape",
  "Tab",
  "Home",
  "End",
  "Space",
  "Backspace",
  "Delete",
  "Shift",
  "Control",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "PageUp",
  "PageDown",
  "Meta",
  "Alt",
  "Esc",
  "Content-Type",
  "Earshot",
  "Accept",
  "Ogg",
  "Sent by hand.",
  "Plan Rows",
  "Its bytes are no longer kept.",
]);

test("what people read has a translation", () => {
  expect(screens.length).toBeGreaterThan(200);
  expect(screens.flatMap(({ path, source }) => findTexts(path, source))).toEqual([]);
});

test("what rooms give people to read does, too", () => {
  expect(rooms.length).toBeGreaterThan(200);
  expect(rooms.flatMap(({ path, source }) => findTexts(path, source))).toEqual([]);
});
