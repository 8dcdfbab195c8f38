import "server-only";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { db } from "@/lib/platform/database/db";
import {
  type CustomerData,
  type CustomerMention,
  customerFields,
  listMentions,
} from "@/lib/recordings/detail/customer";
import { foldText, toDigits, toPhoneEnd } from "@/lib/recordings/record/search-text";
import type { FieldChangeView } from "@/lib/recordings/views/views";
import { listCandidates } from "./customer-detail-sql";
import { countNewCalls } from "./get-customer";
import type {
  CustomerChangeView,
  CustomerDetailView,
  CustomerHistoryView,
  MatchView,
} from "./views";

/** The types that there are, in the order of the alphabet: each is one step along the index. */
export async function listCustomerTypes(): Promise<string[]> {
  const types: string[] = [];
  while (types.length < maxTypes) {
    const next = await db().customer.findFirst({
      select: { type: true },
      where: { type: { not: null, gt: types.at(-1) } },
      orderBy: { type: "asc" },
    });
    if (typeof next?.type !== "string") break;
    types.push(next.type);
  }
  return types;
}

const maxTypes = 100;

/**
 * Others who may be the same person: those with the same phone number, however it is written; those
 * of the same name first. At most ten, found among 200 numbers of the same end.
 */
export async function findMatches(customer: CustomerDetailView): Promise<MatchView[]> {
  if (toPhoneEnd(customer.phoneNumber).length < leastDigits) return [];
  const rows = await listCandidates(customer);
  const name = toComparedName(customer.firstName, customer.lastName);
  const matches = rows
    .filter((row) => isSameNumber(customer.phoneNumber, row.phone_number))
    .map((row) => ({
      id: row.id,
      name: `${row.first_name} ${row.last_name}`.trim(),
      phoneNumber: row.phone_number,
      email: row.email,
      calls: row.calls,
      isSameName: toComparedName(row.first_name, row.last_name) === name,
    }))
    .toSorted((one, other) => Number(other.isSameName) - Number(one.isSameName))
    .slice(0, maxMatches);
  const newCalls = await countNewCalls(matches.map(({ id }) => id));
  return matches.map((match) => ({ ...match, calls: match.calls + (newCalls.get(match.id) ?? 0) }));
}

const leastDigits = 7;
const maxMatches = 10;

function toComparedName(firstName: string, lastName: string): string {
  return foldText(`${firstName}${lastName}`).replaceAll(/\s+/gu, "");
}

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

/**
 * What became of a customer's data, as deliveries told it: the newest 50 changes among the newest
 * 1,000 that count and name them.
 */
export async function getCustomerHistory(customerId: string): Promise<CustomerHistoryView> {
  const mentions = await listMentions(customerId, maxMentions);
  const read = mentions.filter((mention) => mention !== null);
  const isWhole = mentions.length <= maxMentions && read.length === mentions.length;
  const changes = buildCustomerHistory(read.reverse(), { isFromBeginning: isWhole });
  return {
    entries: changes.slice(0, maxChanges),
    isFromBeginning: isWhole && changes.length <= maxChanges,
  };
}

const maxMentions = 1_000;
const maxChanges = 50;

/**
 * Tells what became of a customer's data, newest first, from every mention in the order of
 * acceptance, and when it was the same before; whoever says what the one before said tells nothing.
 * Without the beginning, the oldest mention is there to compare with only. Pure.
 */
export function buildCustomerHistory(
  mentions: CustomerMention[],
  { isFromBeginning }: { isFromBeginning: boolean },
): CustomerChangeView[] {
  let current: CustomerMention | undefined;
  /** By state, when it last began. */
  const since = new Map<string, string>();
  const entries = mentions.flatMap((mention): CustomerChangeView[] => {
    const changes = current ? compareCustomers(current.data, mention.data) : null;
    current = mention;
    if (changes?.length === 0) return [];
    const { recordingId, deliveryId, acceptedAt } = mention;
    const state = JSON.stringify(customerFields.map((field) => mention.data[field]));
    const backTo = since.get(state) ?? null;
    since.set(state, acceptedAt);
    if (!changes && !isFromBeginning) return [];
    return [{ recordingId, deliveryId, acceptedAt, changes, backTo }];
  });
  return entries.reverse();
}

function compareCustomers(before: CustomerData, after: CustomerData): FieldChangeView[] {
  return customerFields.flatMap((field) =>
    before[field] === after[field]
      ? []
      : [{ field, before: before[field], after: after[field], words: null }],
  );
}
