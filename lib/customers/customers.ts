import "server-only";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { isStorable, sliceKeysetPage, writeKeyCursor } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import {
  type CustomerData,
  type CustomerMention,
  customerFields,
  listMentions,
  readCustomerExtra,
} from "@/lib/recordings/detail/customer";
import { foldText, toDigits, toPhoneEnd } from "@/lib/recordings/record/search-text";
import type { FieldChangeView } from "@/lib/recordings/views/views";
import {
  countRows,
  findCustomerRow,
  type ListedRow,
  listCandidates,
  listNewestRows,
  listRows,
} from "./customers-sql";
import {
  type AttemptView,
  type CustomerChangeView,
  type CustomerDetailView,
  type CustomerFilter,
  type CustomerHistoryView,
  type CustomerListView,
  type CustomerQuery,
  type CustomerRowView,
  type CustomerSort,
  emptyCustomerFilter,
  type FoundCustomerView,
  type MatchView,
  neverKey,
} from "./views";

/** One page of people, by key: its rows in order, and the cursors of its neighbours. */
export async function listCustomers(query: CustomerQuery): Promise<CustomerListView> {
  const { filter, page } = query;
  const [found, total] = await Promise.all([listRows(query), countCustomers(filter)]);
  const { rows, ...cursors } = sliceKeysetPage(found, page, (row) => toCursor(row, page.sort));
  const lastCalls = await db().recording.findMany({
    where: { id: { in: rows.map((row) => row.lastCallId) } },
    select: { id: true, status: true },
  });
  const statuses = new Map(lastCalls.map(({ id, status }) => [id, status]));
  return {
    rows: rows.map((row) => toRowView(row, statuses.get(row.lastCallId) ?? null)),
    total,
    ...cursors,
  };
}

/** The people with the newest calls that a search finds. Throws once nobody waits any longer. */
export async function findCustomers(
  q: string,
  limit: number,
  signal: AbortSignal,
): Promise<FoundCustomerView[]> {
  const found = await listNewestRows({ ...emptyCustomerFilter, q }, limit, signal);
  return found.map((row) => ({ ...row, name: row.name.trim() }));
}

const maxCounted = 10_000;

async function countCustomers(filter: CustomerFilter): Promise<CustomerListView["total"]> {
  const count = await countRows(filter, maxCounted + 1);
  return { count: Math.min(count, maxCounted), isMore: count > maxCounted };
}

function toCursor(row: ListedRow, sort: CustomerSort): string {
  const key = sort.endsWith("name")
    ? row.sortName
    : sort.endsWith("calls")
      ? row.calls
      : (row.lastCallMicros ?? neverKey);
  return writeKeyCursor({ key: String(key), id: row.id });
}

function toRowView(
  { sortName: _name, lastCallId: _id, lastCallMicros: micros, ...row }: ListedRow,
  lastStatus: string | null,
): CustomerRowView {
  return {
    ...row,
    name: row.name.trim(),
    lastCall:
      micros === null
        ? null
        : { at: new Date(Number(micros / 1000n)).toISOString(), status: lastStatus ?? "" },
  };
}

/** What is known of one customer, as far as a page can show it; null when there is none of this id. */
export async function getCustomer(id: string): Promise<CustomerDetailView | null> {
  if (!isStorable(id)) return null;
  const [row, newCalls, extra] = await Promise.all([
    findCustomerRow(id),
    countNewCalls([id]),
    readCustomerExtra(id),
  ]);
  if (!row) return null;
  const { acceptedSeq, ...customer } = row;
  return {
    ...customer,
    extra,
    deliveryId: await findNaming(id, acceptedSeq),
    calls: row.calls + (newCalls.get(id) ?? 0),
    lastCallAt: row.lastCallAt?.toISOString() ?? null,
    firstSeenAt: row.firstSeenAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  };
}

/** The delivery of this sequence, which names the customer; null: it is no longer known. */
async function findNaming(customerId: string, acceptedSeq: bigint): Promise<string | null> {
  const select = { deliveryId: true };
  const naming =
    (await db().recordingDelivery.findFirst({ where: { customerId, acceptedSeq }, select })) ??
    (await db().recordingVersion.findFirst({
      where: { customerId, firstSeq: acceptedSeq },
      select,
    }));
  return naming?.deliveryId ?? null;
}

/** By customer, the calls that came and aren't counted in their row yet. */
async function countNewCalls(customerIds: string[]): Promise<Map<string, number>> {
  const changes = await db().customerCallsChange.groupBy({
    by: ["customerId"],
    where: { customerId: { in: customerIds } },
    _sum: { calls: true },
  });
  return new Map(changes.map(({ customerId, _sum }) => [customerId, _sum.calls ?? 0]));
}

/** The newest 60 calls that are a customer's today, oldest first. */
export async function listAttempts(customerId: string): Promise<AttemptView[]> {
  const calls = await db().recording.findMany({
    where: { customerId },
    select: { id: true, createdAt: true, status: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: mostAttempts,
  });
  return calls
    .map(({ createdAt, ...call }) => ({ ...call, createdAt: createdAt.toISOString() }))
    .reverse();
}

const mostAttempts = 60;

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
  const name = toComparedName(customer.firstName + customer.lastName);
  const matches = rows
    .filter((row) => isSameNumber(customer.phoneNumber, row.phoneNumber))
    .map((row) => ({
      ...row,
      name: row.name.trim(),
      isSameName: toComparedName(row.name) === name,
    }))
    .toSorted((one, other) => Number(other.isSameName) - Number(one.isSameName))
    .slice(0, maxMatches);
  const newCalls = await countNewCalls(matches.map(({ id }) => id));
  return matches.map((match) => ({ ...match, calls: match.calls + (newCalls.get(match.id) ?? 0) }));
}

const leastDigits = 7;
const maxMatches = 10;

function toComparedName(name: string): string {
  return foldText(name).replaceAll(/\s+/gu, "");
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
