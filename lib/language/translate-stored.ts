/**
 * English under its translation, with `{}` in both where something varies: for what is made or stored
 * in English, and told to people later.
 */
export type StoredTranslations = Record<string, string>;

/** The text as a translator has it, and as it is where nobody has translated it. */
export function translateStored(text: string, translations: StoredTranslations): string {
  if (Object.hasOwn(translations, text)) return translations[text] ?? text;
  for (const { pattern, translation } of patternsOf(translations)) {
    const parts = text.match(pattern)?.slice(1);
    if (parts)
      return fill(
        translation,
        parts.map((part) => translateStored(part, translations)),
      );
  }
  return text;
}

type Pattern = { pattern: RegExp; translation: string };

/** Those with most words first: `is {}; taken as {}` would fit others too. */
function patternsOf(translations: StoredTranslations): Pattern[] {
  const known = made.get(translations);
  if (known) return known;
  const patterns = Object.entries(translations)
    .filter(([english]) => english.includes("{}"))
    .sort(([one], [other]) => other.length - one.length)
    .map(([english, translation]) => ({ pattern: toPattern(english), translation }));
  made.set(translations, patterns);
  return patterns;
}

const made = new WeakMap<StoredTranslations, Pattern[]>();

function toPattern(english: string): RegExp {
  const pieces = english.split("{}").map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pieces.join("([^]+?)")}$`);
}

function fill(translation: string, parts: string[]): string {
  let next = 0;
  return translation.replaceAll("{}", () => parts[next++] ?? "");
}
