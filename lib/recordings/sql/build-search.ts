import { Prisma } from "@/prisma/client/client";
import { toWantedSigns, unreadSign } from "../record/search-signs";
import { foldText, toDigits } from "../record/search-text";

/**
 * Every word must be found; a word of digits may also be part of a phone number.
 * @param hasSigns whether the table keeps the signs of its texts
 */
export function buildSearch(q: string, { hasSigns }: { hasSigns: boolean }): Prisma.Sql[] {
  const inText = (text: string) => buildText(text, hasSigns);
  return splitTerms(q).map((term) => {
    const digits = toPhoneDigits(term);
    if (!digits) return inText(foldText(term));
    const inNumber = Prisma.sql`phone_digits LIKE ${toPattern(digits)}`;
    // A number with spaces is a spelling of it, not a text to look for.
    return hasTrigram.test(term) ? Prisma.sql`(${inNumber} OR ${inText(term)})` : inNumber;
  });
}

/**
 * The index knows three letters that stand together, with which one or two a word begins, and all signs
 * that are no letters of such words.
 */
function buildText(text: string, hasSigns: boolean): Prisma.Sql {
  if (hasTrigram.test(text)) return Prisma.sql`search_text LIKE ${toPattern(text)}`;
  if (!/^[a-z\d]+$/.test(text)) {
    const wanted = hasSigns ? toWantedSigns(text) : [];
    const signs = wanted.map((sign) => Prisma.sql`signs && ${[sign, unreadSign]}`);
    // The text is compared, but not looked for in the index of words, which would read all of it.
    return Prisma.join(
      [...signs, Prisma.sql`(search_text || '') LIKE ${toPattern(text)}`],
      " AND ",
    );
  }
  const beginnings = [" ", "\n", "-", ".", "@"].map((before) => `%${before}${text}%`);
  const alternatives = [`${text}%`, ...beginnings].map(
    (pattern) => Prisma.sql`search_text LIKE ${pattern}`,
  );
  return Prisma.sql`(${Prisma.join(alternatives, " OR ")})`;
}

const hasTrigram = /[\p{L}\p{N}]{3}/u;
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
function toPhoneDigits(term: string): string | null {
  if (!phoneLike.test(term)) return null;
  const digits = toDigits(term);
  const withoutPrefix = digits.replace(/^0+/, "");
  const significant = withoutPrefix.length >= leastDigits ? withoutPrefix : digits;
  return significant.length >= leastDigits ? significant : null;
}

function toPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
