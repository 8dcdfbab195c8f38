import { writeValue } from "@/lib/list/list-page";

export type Parameter = [name: string, value: string];

/** The tokens of a search as parameters of the list's address, and the words that remain. */
type ReadSearch = { parameters: Parameter[]; rest: string };

/** What a token sets, by the name before its colon. */
export const tokenFields = {
  status: { parameter: "status", kind: "value" },
  campaign: { parameter: "campaign", kind: "value" },
  type: { parameter: "type", kind: "value" },
  gender: { parameter: "gender", kind: "value" },
  customer: { parameter: "customer", kind: "value" },
  audio: { parameter: "audio", kind: "value" },
  heard: { parameter: "heard", kind: "value" },
  issue: { parameter: "check", kind: "value" },
  tag: { parameter: "tag", kind: "value" },
  review: { parameter: "review", kind: "value" },
  mentioned: { parameter: "mentioned", kind: "value" },
  notes: { parameter: "notes", kind: "answer" },
  protected: { parameter: "protected", kind: "answer" },
  text: { parameter: "text", kind: "value" },
  transcript: { parameter: "transcript", kind: "flag" },
  confirmed: { parameter: "confirmed", kind: "flag" },
  phone: { parameter: "phone_ok", kind: "flag" },
  incomplete: { parameter: "incomplete", kind: "flag" },
  minutes: { parameter: "minutes", kind: "range" },
  from: { parameter: "from", kind: "day" },
  to: { parameter: "to", kind: "day" },
} as const;
export type TokenName = keyof typeof tokenFields;

export function toTokenName(name: string | null): TokenName | null {
  return name !== null && Object.hasOwn(tokenFields, name) ? (name as TokenName) : null;
}

/** Never throws: a token that can't be read is a word like any other. */
export function readSearch(text: string): ReadSearch {
  const parameters: Parameter[] = [];
  let rest = "";
  let kept = 0;
  for (const piece of splitSearch(text)) {
    const read = readToken(piece);
    if (!read) continue;
    parameters.push(...read);
    rest = join(rest, text.slice(kept, piece.start));
    kept = piece.end;
  }
  return { parameters, rest: join(rest, text.slice(kept)) };
}

/** The parameters of a list with those of a search: a value joins its like, all else is replaced. */
export function addSearch(others: Parameter[], { parameters, rest }: ReadSearch): Parameter[] {
  const added = parameters.reduce((list, [name, value]) => {
    const opposite = value.startsWith("!") ? value.slice(1) : `!${value}`;
    const isKept = (one: Parameter) =>
      one[0] !== name || (isRepeatable(name) && one[1] !== opposite && one[1] !== value);
    return [...list.filter(isKept), [name, value] satisfies Parameter];
  }, others);
  return rest === "" ? added : [["q", rest], ...added];
}

/**
 * What is settled of a search while it is written, and the draft at its end: a word that is a token, or
 * may become one, as long as the caret (-1 is none) is in it. Null: such a word stands before others.
 */
export function splitDraft(text: string, caret: number): { settled: string; draft: string } | null {
  const pieces = caret < 0 ? [] : splitSearch(text);
  const open = pieces.find(
    ({ start, name }) => toTokenName(name) !== null && openQuote.test(text.slice(start)),
  );
  const written =
    open ??
    pieces.find((piece) => piece.start <= caret && caret <= piece.end && mayBeToken(piece, text));
  if (!written) return { settled: text, draft: "" };
  if (!open && written !== pieces.at(-1)) return null;
  return { settled: text.slice(0, written.start), draft: text.slice(written.start) };
}

/** Spaces are a part of what is still open. */
const openQuote = /^-?[a-z_]+:(?:[^\s,"“”„]+,)*!?["“„][^"“”„]*$/iu;

function mayBeToken({ start, end, name }: SearchPiece, text: string): boolean {
  if (name !== null) return toTokenName(name) !== null;
  const [, begun] = /^-?([a-z_]*)$/.exec(text.slice(start, end).toLowerCase()) ?? [];
  return begun !== undefined && Object.keys(tokenFields).some((field) => field.startsWith(begun));
}

function readToken({ name, isNegated, values }: SearchPiece): Parameter[] | null {
  const token = toTokenName(name);
  if (token === null || values === null) return null;
  const { kind, parameter } = tokenFields[token];
  const read = values.map((value) => readers[kind](value, isNegated !== value.isNegated));
  if (read.includes(null) || (kind !== "value" && read.length > 1)) return null;
  return read.map((value) => [parameter, value ?? ""]);
}

type Reader = (value: TokenValue, isNegated: boolean) => string | null;

const readers: Record<(typeof tokenFields)[TokenName]["kind"], Reader> = {
  value: (value, isNegated) =>
    `${isNegated ? "!" : ""}${isEmpty(value) ? "~" : writeValue(value.text)}`,
  flag: (value, isNegated) => {
    if (isEmpty(value)) return isNegated ? "!~" : "~";
    const answer = answers.get(value.text.toLowerCase());
    return answer === undefined ? null : String(answer !== isNegated);
  },
  answer: (value, isNegated) => {
    const answer = answers.get(value.text.toLowerCase());
    return answer === undefined ? null : String(answer !== isNegated);
  },
  range: ({ text }, isNegated) => {
    const range = /^\d+$/.test(text) ? `${text}..${text}` : text;
    const [, least = "", most = ""] = /^(\d{0,10})\.\.(\d{0,10})$/.exec(range) ?? [];
    const isReadable = Math.max(Number(least), Number(most)) <= maxMinutes && least + most !== "";
    return isReadable && !isNegated ? range : null;
  },
  day: ({ text }, isNegated) => (!isNegated && isDay(text) ? text : null),
};

const maxMinutes = 2_147_483_647;
const answers = new Map([
  ...["yes", "true", "ok", "correct"].map((word) => [word, true] as const),
  ...["no", "false", "wrong"].map((word) => [word, false] as const),
]);

function isEmpty({ text, isQuoted }: TokenValue): boolean {
  return isQuoted ? text === "" : text === "~" || text.toLowerCase() === emptyWord;
}

function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isRepeatable(parameter: string): boolean {
  return repeatable.has(parameter);
}

const repeatable = new Set<string>(
  Object.values(tokenFields).flatMap(({ kind, parameter }) => (kind === "value" ? parameter : [])),
);

function join(one: string, other: string): string {
  return [one, other.trim()].filter(Boolean).join(" ");
}

/** A word of a search; `values` are those of a token that can be read, null for any other word. */
type SearchPiece = {
  start: number;
  end: number;
  /** What stands before the colon, in small letters; null where there is none. */
  name: string | null;
  isNegated: boolean;
  values: TokenValue[] | null;
};

/** A value of a token. In quotes it is the text itself, whatever it says. */
type TokenValue = { text: string; isNegated: boolean; isQuoted: boolean };

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

/** A value in a token, as `splitSearch` reads it. */
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
