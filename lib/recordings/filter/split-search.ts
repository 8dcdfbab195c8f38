/** A word of a search; `values` are those of a token that can be read, null for any other word. */
export type SearchPiece = {
  start: number;
  end: number;
  /** What stands before the colon, in small letters; null where there is none. */
  name: string | null;
  isNegated: boolean;
  values: TokenValue[] | null;
};

/** A value of a token. In quotes it is the text itself, whatever it says. */
export type TokenValue = { text: string; isNegated: boolean; isQuoted: boolean };

/**
 * Splits a search into its words. A token is `name:value`, `-name:value`, `name:!value` or
 * `name:one,"and another"`; what only looks like one is a word. Takes time in proportion to the text.
 */
export function splitSearch(text: string): SearchPiece[] {
  const pieces: SearchPiece[] = [];
  let at = 0;
  while (at < text.length) {
    const start = matchAt(space, text, at);
    const end = matchAt(word, text, start);
    if (start === end) break;
    head.lastIndex = start;
    const [whole = "", minus = "", name = null] = head.exec(text) ?? [];
    const read = name === null ? null : readValues(text, start + whole.length);
    at = read?.end ?? end;
    pieces.push({
      start,
      end: at,
      name: name?.toLowerCase() ?? null,
      isNegated: minus !== "",
      values: read?.values ?? null,
    });
  }
  return pieces;
}

/** A token for these values, as `splitSearch` reads it. */
export function writeToken(name: string, values: (string | null)[]): string {
  return `${name}:${values.map(writeTokenValue).join(",")}`;
}

export function writeTokenValue(value: string | null): string {
  if (value === null) return emptyWord;
  const isPlain = /^[^\s,"“”„!~][^\s,]*$/u.test(value) && value.toLowerCase() !== emptyWord;
  return isPlain ? value : `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** What stands for "empty" where it isn't quoted. */
export const emptyWord = "empty";

const space = /\s*/uy;
const word = /\S*/uy;
const head = /(-?)([a-z_]{1,30}):/iy;
const bare = /[^\s,"“”„][^\s,]*/uy;
const curly = /[“”„]/;

function readValues(text: string, from: number): { values: TokenValue[]; end: number } | null {
  const values: TokenValue[] = [];
  for (let at = from; ; at += 1) {
    const isNegated = text[at] === "!";
    if (isNegated) at += 1;
    const read = readQuoted(text, at) ?? readBare(text, at);
    if (!read) return null;
    values.push({ text: read.text, isNegated, isQuoted: read.isQuoted });
    at = read.end;
    if (at === text.length || /\s/u.test(text[at] ?? "")) return { values, end: at };
    if (text[at] !== ",") return null;
  }
}

type Read = { text: string; end: number; isQuoted: boolean };

function readBare(text: string, at: number): Read | null {
  const end = matchAt(bare, text, at);
  return end > at ? { text: text.slice(at, end), end, isQuoted: false } : null;
}

/** In straight quotes a backslash keeps a quote or a backslash; curly ones are a telephone's. */
function readQuoted(text: string, at: number): Read | null {
  if (curly.test(text[at] ?? "")) {
    const length = text.slice(at + 1).search(curly);
    const end = at + 1 + length;
    return length < 0 ? null : { text: text.slice(at + 1, end), end: end + 1, isQuoted: true };
  }
  if (text[at] !== '"') return null;
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === "\\" && /["\\]/.test(text[end + 1] ?? "")) end += 1;
    else if (text[end] === '"') {
      const inside = text.slice(at + 1, end).replaceAll(/\\(["\\])/g, "$1");
      return { text: inside, end: end + 1, isQuoted: true };
    }
  }
  return null;
}

/** Where the sticky pattern ends that is looked for at this place; it fits anywhere or not at all. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
