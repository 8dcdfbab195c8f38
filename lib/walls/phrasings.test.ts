import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { englishTexts, productFiles } from "./test-imports";

/** What reads as translated, and what to say instead. */
const phrasings: [phrasing: RegExp, instead: string][] = [
  [/\bfor ever\b/i, "forever"],
  [/\bheld back\b/i, "quarantined, or set aside"],
  [/\ball the same\b/i, "anyway, or leave it out"],
  [/\bby itself (?:when|as soon)\b/i, "automatically when"],
  [/\bcarr(?:y|ies) none\b/i, "without one"],
  [/\bof its own\b/i, "its own …, or separate"],
  [/\bof this (?:id|name)\b/i, "with this id, or … not found"],
  [/\bis no (?:day|name|group|audio|number|whole)\b/i, "isn't a valid …"],
  [/\bthere is no such\b/i, "… not found"],
  [/\bwhat(?:ever)? arrives is\b/i, "name it, in the active voice"],
  [/\bas it arrives\b/i, "raw, or reset"],
  [/\b(?:is|was|are|were) (?:taken|told) (?:at|after|as|of|by)\b/i, "name who reads or shows it"],
  [/\bto be (?:read|compared) (?:by|here)\b/i, "can't read, too large to compare"],
  [/\bmeanwhile\b.{0,40}\bkept\b|\bused meanwhile\b/i, "already used, in the meantime"],
  [/\bits time is over\b|\bgoes on: /i, "expired, ongoing"],
  [/\bonly an administrator or who\b/i, "only its creator or an administrator can"],
  [/\bnobody could tell\b|\bsays what they say\b/i, "name what failed"],
  [/\bdoes not answer\b/i, "isn't responding, or doesn't respond"],
  [/\bread again\b/i, "reprocessed, or reread"],
  [/\bTimes of [A-Z]|\btheme as the system\b/i, "Time zone: …, System theme"],
];

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Each line that people read, with its place. */
function linesToRead(): [place: string, line: string][] {
  const docs = readdirSync(`${root}docs`).map((name) => `docs/${name}`);
  const papers = ["README.md", "SECURITY.md", ".env.example", ...docs].filter(
    (path) => !path.endsWith(".png"),
  );
  const sources: [path: string, source: string][] = [
    ...papers.map((path): [string, string] => [path, readFileSync(`${root}${path}`, "utf8")]),
    ...productFiles.flatMap(({ path, source }): [string, string][] =>
      findTexts(path, source).map((text) => [path, leaveTexts(text)]),
    ),
  ];
  return sources.flatMap(([path, source]) =>
    source.split("\n").map((line, at): [string, string] => [`${path}:${at + 1}`, line]),
  );
}

function findTexts(path: string, source: string): string[] {
  return path.endsWith("texts.en.ts") ? [source] : (source.match(englishTexts) ?? []);
}

/** Without comments, and without the names that texts have. */
function leaveTexts(source: string): string {
  return source.replaceAll(/\/\*\*.*?\*\//gs, "").replaceAll(/^ +"[^\n]*?":(?= |$)/gm, "");
}

test("no text reads as translated, in one of the ways that are known", () => {
  const lines = linesToRead();
  expect(lines.length).toBeGreaterThan(4_000);
  const found = lines.flatMap(([place, line]) =>
    phrasings.flatMap(([phrasing, instead]) =>
      phrasing.test(line) ? [`${place} ${line.trim()} — better: ${instead}`] : [],
    ),
  );
  expect(found).toEqual([]);
});
