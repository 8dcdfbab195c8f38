import { cutText } from "@/lib/list/list-page";
import type { CallRecord } from "./call-record";

/** Folds spellings together: compatibility forms, case, and accents on Latin letters. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
}

export function toDigits(text: string): string {
  return (isAscii(text) ? text : text.normalize("NFKC")).replaceAll(/\D/g, "");
}

/** Of such a text there is one form. */
function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** What a search reads of a record. */
export function toSearchText(record: CallRecord): string {
  const others = [
    `${record.customerFirstName} ${record.customerLastName}`,
    record.customerEmail ?? "",
    record.id,
    record.callSid,
    record.customerId,
  ];
  const parts = [foldPart(record.summary, mostSearched.summary), ...others.map(foldShort)];
  return parts.filter(Boolean).join("\n");
}

/** What stands farther on in a text is not found: one call would outgrow the index of all others. */
export const mostSearched = { summary: 100_000, other: 2_000 };

function foldPart(text: string, mostCharacters: number): string {
  // Folding may make a text longer.
  return cutText(foldText(cutText(text, mostCharacters)[0]), mostCharacters)[0];
}

function foldShort(text: string): string {
  return foldPart(text, mostSearched.other);
}

/** What the list of people is ordered by; an index holds no text of any length. */
export function toSortName({ customerFirstName, customerLastName }: CallRecord): string {
  const name = foldShort(`${customerFirstName} ${customerLastName}`.trim());
  return name.length > mostOrdered ? [...name].slice(0, mostOrdered).join("") : name;
}

const mostOrdered = 200;

/** What a search for people reads of a record. */
export function toCustomerSearchText(record: CallRecord): string {
  const name = `${record.customerFirstName} ${record.customerLastName}`.trim();
  const parts = [name, record.customerEmail ?? "", record.customerId].map(foldShort);
  return parts.filter(Boolean).join("\n");
}

/** What the spellings of one phone number have in common. */
export function toPhoneEnd(phoneNumber: string): string {
  return toDigits(phoneNumber).slice(-7);
}

/**
 * Signs that the index of words can't find, since it knows three letters that stand together: those of
 * Chinese, Japanese and Korean, punctuation and symbols. Texts are folded ones.
 */
const runs = /[\p{P}\p{S}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}]+/gu;

/** What stands farther on in a text is not found: one call would outgrow the index of all others. */
const mostSigns = 10_000;

/** Of a call whose signs nobody has looked at yet; no sign is empty. */
export const unreadSign = "";

/** The signs of a text and their pairs, as they stand side by side; each once. */
export function toSigns(text: string): string[] {
  const signs = new Set<string>();
  for (const [run] of text.matchAll(runs)) {
    let former = "";
    for (const sign of run) {
      signs.add(sign);
      if (former !== "") signs.add(former + sign);
      former = sign;
    }
    if (signs.size >= mostSigns) break;
  }
  return [...signs].slice(0, mostSigns);
}

/** The fewest of these by which a text with this term is found; none: it has no signs. */
export function toWantedSigns(term: string): string[] {
  const wanted = new Set<string>();
  for (const [run] of term.matchAll(runs)) {
    const signs = [...run];
    if (signs.length === 1) wanted.add(run);
    for (let index = 1; index < signs.length; index++) {
      wanted.add(`${signs[index - 1]}${signs[index]}`);
    }
  }
  return [...wanted];
}

/** A word of a search, or a phone number with its spaces: what the database looks for, and pages mark. */
export type SearchTerm = {
  /** Part of a phone number; null where it can't be one. */
  digits: string | null;
  /** The zeros before them, which the number may have too. */
  zeros: string;
  /** Part of a text, folded; null where it is nothing but a spelling of a number. */
  text: string | null;
  /** Whether the text is found only where a word begins with it. */
  isBeginning: boolean;
};

/** The terms of a search, all of which a call must have. Those of the same text are the same. */
export function readTerms(q: string): SearchTerm[] {
  return splitTerms(q).map((term) => {
    const { digits, zeros } = toPhoneDigits(term);
    const text = digits === null || hasTrigram.test(term) ? foldText(term) : null;
    return { digits, zeros, text, isBeginning: text !== null && /^[a-z\d]{1,2}$/.test(text) };
  });
}

/** The index of words knows three letters that stand together. */
export const hasTrigram = /[\p{L}\p{N}]{3}/u;
/** The index knows these three whatever the database's locale; others are found by their signs, if they have any. */
export const hasAsciiTrigram = /[a-z\d]{3}/;
/** What stands before a word that a term may begin; and so does the beginning of a text. */
export const beforeWords = [" ", "\n", "-", ".", "@"];

const maxTerms = 10;
const phoneLike = /^[\p{Nd}\s+().\-/]+$/u;
const leastDigits = 3;

/** A phone number with its spaces is one term; anything else is split into words. */
function splitTerms(q: string): string[] {
  const text = q.trim();
  if (text === "") return [];
  if (phoneLike.test(text) && toDigits(text).length >= leastDigits) return [text];
  return text.split(/\s+/u).slice(0, maxTerms);
}

/** Leading zeros are the exit or trunk prefix of a spelling, not part of the stored number. */
function toPhoneDigits(term: string): Pick<SearchTerm, "digits" | "zeros"> {
  const [digits = "", zeros = ""] = (phoneLike.test(term) && /^(0*).*$/.exec(toDigits(term))) || [];
  if (digits.length < leastDigits) return { digits: null, zeros: "" };
  const withoutZeros = digits.slice(zeros.length);
  return withoutZeros.length >= leastDigits
    ? { digits: withoutZeros, zeros }
    : { digits, zeros: "" };
}

/** A part of a text, by its units. */
export type Hit = { from: number; to: number };

/** Where each term stands in a text, by the places of the terms; a term that isn't there is missing. */
export type Hits = ReadonlyMap<number, Hit[]>;

/** Where the terms stand in a text, found as the database finds them. */
export function findHits(text: string, terms: SearchTerm[]): Hits {
  const folded = foldText(text);
  const found = terms.map((term) => findText(folded, term));
  if (found.every(({ length }) => length === 0)) return new Map();
  const toPlaces = mapFolded(text, folded);
  return new Map(
    found.flatMap((places, index) => (places.length > 0 ? [[index, places.map(toPlaces)]] : [])),
  );
}

/**
 * Where the terms' digits stand in a phone number as it is shown. Written in full it may lack digits
 * that it came with: then all of it is a hit.
 */
export function findNumberHits(shown: string, stored: string, terms: SearchTerm[]): Hits {
  const given = toDigits(stored);
  const places = mapDigits(shown);
  const digits = places.map(({ digit }) => digit).join("");
  return new Map(
    terms.flatMap((term, index) => {
      if (term.digits === null || !given.includes(term.digits)) return [];
      const wanted = [term.zeros + term.digits, term.digits].find((one) => digits.includes(one));
      if (wanted === undefined) return [[index, [{ from: 0, to: shown.length }]]];
      const at = digits.indexOf(wanted);
      const from = places[at]?.from ?? 0;
      const to = places[at + wanted.length - 1]?.to ?? shown.length;
      return [[index, [{ from, to }]]];
    }),
  );
}

/** A text in parts, every second of which is a hit. Together they are the text. */
export function markHits(text: string, hits: Iterable<Hit>): string[] {
  const parts: string[] = [];
  let kept = 0;
  for (const { from, to } of mergeHits(hits)) {
    parts.push(text.slice(kept, from), text.slice(from, to));
    kept = to;
  }
  return [...parts, text.slice(kept)];
}

/** As many of a term are marked as anybody sees. */
const mostHits = 50;

function findText(folded: string, { text, isBeginning }: SearchTerm): Hit[] {
  const hits: Hit[] = [];
  if (text === null || text === "") return hits;
  for (let at = folded.indexOf(text); at !== -1 && hits.length < mostHits; ) {
    const isThere = !isBeginning || at === 0 || beforeWords.includes(folded[at - 1] ?? "");
    if (isThere) hits.push({ from: at, to: at + text.length });
    at = folded.indexOf(text, isThere ? at + text.length : at + 1);
  }
  return hits;
}

function mergeHits(hits: Iterable<Hit>): Hit[] {
  const merged: Hit[] = [];
  for (const hit of [...hits].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && hit.from <= last.to) last.to = Math.max(last.to, hit.to);
    else merged.push({ ...hit });
  }
  return merged;
}

/** Leads from a place in a folded text back to the least part of the text that holds it. */
function mapFolded(text: string, folded: string): (hit: Hit) => Hit {
  const pieces = splitPieces(text, folded.length);
  return ({ from, to }) => {
    const first = findPiece(pieces, from);
    const last = findPiece(pieces, to - 1);
    return {
      from: first.isPlain ? first.at + from - first.foldedAt : first.at,
      to: last.isPlain ? last.at + to - last.foldedAt : last.at + last.length,
    };
  };
}

/** What is folded by itself; what is plain keeps its length, and each of its units its place. */
type Piece = { at: number; length: number; foldedAt: number; isPlain: boolean };

/**
 * Pieces that are folded alike alone and in their text. Letters of Korean may join what stands before
 * them; where even these pieces don't hold, words do, or nothing but the whole.
 */
function splitPieces(text: string, foldedLength: number): Piece[] {
  for (const pattern of [signs, words]) {
    const pieces: Piece[] = [];
    let foldedAt = 0;
    for (const { 0: piece, index: at } of text.matchAll(pattern)) {
      const isPlain = /^[\0-\x7f]*$/.test(piece);
      pieces.push({ at, length: piece.length, foldedAt, isPlain });
      foldedAt += isPlain ? piece.length : foldText(piece).length;
    }
    if (foldedAt === foldedLength) return pieces;
  }
  return [{ at: 0, length: text.length, foldedAt: 0, isPlain: false }];
}

const signs =
  /[\0-\x7f]+(?![\p{M}\uff9e\uff9f])|(?:[\uac00-\ud7a3]?[\u1100-\u11ff\u3131-\u318e\u3200-\u321e\u3260-\u327e\ua960-\ua97f\ud7b0-\ud7ff\uffa0-\uffdc]+[\p{M}\uff9e\uff9f]*)|[\s\S][\p{M}\uff9e\uff9f]*/gu;
const words = /\S+|\s+/gu;

function findPiece(pieces: Piece[], foldedAt: number): Piece {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.foldedAt ?? 0) <= foldedAt) low = middle;
    else high = middle - 1;
  }
  // A piece of which nothing is left shares its place with the one after it, which is found.
  return pieces[low] ?? { at: 0, length: 0, foldedAt: 0, isPlain: false };
}

/** The digits of a text, as the ledger keeps them, and the signs that they come from. */
function mapDigits(text: string): { digit: string; from: number; to: number }[] {
  return [...text.matchAll(/[\s\S]/gu)].flatMap(({ 0: sign, index: from }) =>
    [...toDigits(sign)].map((digit) => ({ digit, from, to: from + sign.length })),
  );
}
