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
