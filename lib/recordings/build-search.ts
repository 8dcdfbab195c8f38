import { Prisma } from "@/prisma/client/client";
import { foldText, toDigits } from "./search-text";

/** Every word must be found; a word of digits may also be part of a phone number. */
export function buildSearch(q: string): Prisma.Sql[] {
  return splitTerms(q).map((term) => {
    const inText = Prisma.sql`search_text LIKE ${toPattern(foldText(term))}`;
    const digits = toPhoneDigits(term);
    if (!digits) return inText;
    return Prisma.sql`(phone_digits LIKE ${toPattern(digits)} OR ${inText})`;
  });
}

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
