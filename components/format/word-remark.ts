import { remarkTexts } from "./remark-texts.en";

/** What reading an event remarked, in the language of who looks; in English what nobody has translated. */
export function wordRemark(message: string): string {
  const { translations } = remarkTexts();
  const own = translations[message];
  if (own !== undefined) return own;
  for (const { pattern, translation } of patternsOf(translations)) {
    const parts = message.match(pattern)?.slice(1);
    if (parts) return fill(translation, parts.map(wordRemark));
  }
  return message;
}

type Pattern = { pattern: RegExp; translation: string };

/** Those with most words first: `is {}; taken as {}` would fit others too. */
function patternsOf(translations: Record<string, string>): Pattern[] {
  const known = made.get(translations);
  if (known) return known;
  const patterns = Object.entries(translations)
    .filter(([english]) => english.includes("{}"))
    .sort(([one], [other]) => other.length - one.length)
    .map(([english, translation]) => ({ pattern: toPattern(english), translation }));
  made.set(translations, patterns);
  return patterns;
}

const made = new WeakMap<Record<string, string>, Pattern[]>();

function toPattern(english: string): RegExp {
  const pieces = english.split("{}").map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pieces.join("([^]+?)")}$`);
}

function fill(translation: string, parts: string[]): string {
  let next = 0;
  return translation.replaceAll("{}", () => parts[next++] ?? "");
}
