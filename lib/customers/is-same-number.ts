import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { toDigits } from "@/lib/recordings/record/search-text";

/**
 * Whether two texts can be spellings of one phone number: the same international number, or one of
 * them without its country. Too few digits say nothing. Pure.
 */
export function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [toInternational(one), toInternational(other)];
  if (a && b) return a === b;
  const [short = "", long = ""] = [a ?? toSignificant(one), b ?? toSignificant(other)].toSorted(
    (x, y) => x.length - y.length,
  );
  return short.length >= leastDigits && long.endsWith(short);
}

const leastDigits = 7;

/** All digits from the country's code on; null for what is written without one. */
function toInternational(phoneNumber: string): string | null {
  const text = phoneNumber.normalize("NFKC").trim();
  const number = parsePhoneNumberFromString(text.replace(/^00/, "+"), { extract: false });
  return number ? toDigits(number.number) : null;
}

/** Leading zeros are the trunk prefix of a national spelling. */
function toSignificant(phoneNumber: string): string {
  return toDigits(phoneNumber).replace(/^0+/, "");
}
