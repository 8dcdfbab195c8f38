import { writeValue } from "@/lib/list/list-page";
import { emptyWord, type SearchPiece, splitSearch, type TokenValue } from "./split-search";

export type Parameter = [name: string, value: string];

/** The tokens of a search as parameters of the list's address, and the words that remain. */
export type ReadSearch = { parameters: Parameter[]; rest: string };

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
