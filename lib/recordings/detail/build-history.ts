import { cutText } from "@/lib/list/list-page";
import type { CallRecord } from "../record/call-record";
import { isAfter, isSameContent, type Place } from "../record/call-record";
import type {
  DeliveryOutcome,
  ExtraChangeView,
  FieldChangeView,
  FieldValue,
  HistoryDeliveryView,
  HistoryEntryView,
  HistoryRetryView,
  RecordChangesView,
} from "../views/views";
import { compareRecords } from "./compare-records";

/** One coming of a content. Instants are ISO 8601 in UTC. */
export type HistoryArrival = Place & {
  recordingId: string;
  contentHash: string;
  /** Names the bytes that brought it; null: they are not known. */
  payloadHash: string | null;
  deliveryId: string;
  acceptedAt: string;
  /** What it did when it was read; null: that is not known. */
  outcome: DeliveryOutcome | null;
  /** Null: an older Earshot read it, which knew no retries. */
  isRetry: boolean | null;
  isTaken: boolean;
};

type HistoryOptions = {
  /** What contents hold, by hash; one that is missing can't be compared. */
  contents: ReadonlyMap<string, CallRecord>;
  /** Without the beginning, the oldest first coming is there to compare with only. */
  isFromBeginning: boolean;
};

/**
 * Tells what deliveries did, newest first, in the order of acceptance and whatever the order in
 * which they were read: each change against what was there before it, all else as repeats. Pure.
 * @param firsts the first comings of contents; `arrivals` may hold them too
 */
export function buildHistory(
  firsts: HistoryArrival[],
  arrivals: HistoryArrival[],
  { contents, isFromBeginning }: HistoryOptions,
): HistoryEntryView[] {
  const entries: HistoryEntryView[] = [];
  const firstKeys = new Set(firsts.map(keyOf));
  const since = new Map<string, string>();
  const payloadAt = new Map<string, string>();
  let current: HistoryArrival | undefined;
  for (const arrival of inOrder([...firsts, ...arrivals])) {
    const isFirst = firstKeys.has(keyOf(arrival));
    const payload = arrival.payloadHash && `${arrival.position} ${arrival.payloadHash}`;
    const before = payload ? (payloadAt.get(payload) ?? null) : null;
    if (payload) payloadAt.set(payload, arrival.acceptedAt);
    if (!current && !isFirst) continue;
    if (arrival.isRetry) {
      addRetry(entries, arrival, before);
    } else if (current && saysTheSame(current, arrival, contents)) {
      addRepeat(entries, arrival);
      current = arrival;
    } else if (arrival.isRetry === null && arrival.outcome === "superseded" && !isFirst) {
      addOutdated(entries, arrival, since.get(arrival.contentHash) ?? null);
    } else {
      const backTo = since.get(arrival.contentHash) ?? null;
      if (current || isFromBeginning) entries.push(toChange(arrival, current, contents, backTo));
      since.set(arrival.contentHash, arrival.acceptedAt);
      current = arrival;
    }
  }
  return fitHistory(entries.reverse().map(newestDeliveryFirst));
}

/** Each once. */
function inOrder(arrivals: HistoryArrival[]): HistoryArrival[] {
  const distinct = new Map(arrivals.map((arrival) => [keyOf(arrival), arrival]));
  return [...distinct.values()].sort((one, other) => (isAfter(one, other) ? 1 : -1));
}

/** By the same bytes, an interpreter may have understood more; that is no change. */
function saysTheSame(
  current: HistoryArrival,
  arrival: HistoryArrival,
  contents: HistoryOptions["contents"],
): boolean {
  if (arrival.contentHash === current.contentHash) return true;
  const isSamePayload =
    arrival.payloadHash !== null &&
    arrival.payloadHash === current.payloadHash &&
    arrival.position === current.position;
  if (isSamePayload) return true;
  const [before, after] = [contents.get(current.contentHash), contents.get(arrival.contentHash)];
  const isOtherForm = current.contentHash.length !== arrival.contentHash.length;
  return isOtherForm && before !== undefined && after !== undefined && isSameContent(before, after);
}

function toChange(
  arrival: HistoryArrival,
  previous: HistoryArrival | undefined,
  contents: HistoryOptions["contents"],
  backTo: string | null,
): HistoryEntryView {
  const delivery = toDelivery(arrival);
  if (!previous) return { kind: "received", delivery };
  const [before, after] = [contents.get(previous.contentHash), contents.get(arrival.contentHash)];
  const changes = before && after ? compareRecords(before, after) : null;
  return { kind: "changed", delivery, changes, backTo };
}

function addRepeat(entries: HistoryEntryView[], arrival: HistoryArrival): void {
  const last = entries.at(-1);
  if (last?.kind === "repeated") last.deliveries.push(toDelivery(arrival));
  else entries.push({ kind: "repeated", deliveries: [toDelivery(arrival)] });
}

function addRetry(entries: HistoryEntryView[], arrival: HistoryArrival, of: string | null): void {
  const { recordingId, position, acceptedAt } = arrival;
  const secondsAfter =
    of === null ? null : Math.round((Date.parse(acceptedAt) - Date.parse(of)) / 1_000);
  const delivery: HistoryRetryView = {
    ...toDelivery(arrival),
    recordingId,
    position,
    secondsAfter,
  };
  const last = entries.at(-1);
  if (last?.kind === "retried") last.deliveries.push(delivery);
  else entries.push({ kind: "retried", deliveries: [delivery] });
}

function addOutdated(
  entries: HistoryEntryView[],
  arrival: HistoryArrival,
  contentSince: string | null,
): void {
  const delivery = { ...toDelivery(arrival), isLate: false };
  const last = entries.at(-1);
  if (last?.kind === "outdated" && last.contentSince === contentSince) {
    last.deliveries.push(delivery);
  } else {
    entries.push({ kind: "outdated", contentSince, deliveries: [delivery] });
  }
}

function toDelivery(arrival: HistoryArrival): HistoryDeliveryView {
  const { deliveryId, acceptedAt, outcome, isRetry, isTaken } = arrival;
  return { deliveryId, acceptedAt, isLate: outcome === "superseded" && !isRetry, isTaken };
}

function newestDeliveryFirst(entry: HistoryEntryView): HistoryEntryView {
  if (entry.kind === "retried") return { ...entry, deliveries: entry.deliveries.toReversed() };
  return "deliveries" in entry ? { ...entry, deliveries: entry.deliveries.toReversed() } : entry;
}

function keyOf({ acceptedSeq, position }: HistoryArrival): string {
  return `${acceptedSeq} ${position}`;
}

/**
 * The same entries with as much of what changed as a page can hold: all of it in short, and the
 * newest whole as far as there is room; without `changes` where there is none even in short. Pure.
 * @param entries newest first
 */
export function fitHistory(entries: HistoryEntryView[]): HistoryEntryView[] {
  let remaining = mostCharacters;
  const take = (changes: RecordChangesView, { instead = 0, leaving = 0 }) => {
    const weight = weighChanges(changes) - instead;
    if (weight > remaining - leaving) return null;
    remaining -= weight;
    return changes;
  };
  const short = entries.map((entry) =>
    entry.kind === "changed" && entry.changes
      ? take(shorten(entry.changes), { leaving: keptForNewest })
      : null,
  );
  return entries.map((entry, index) => {
    if (entry.kind !== "changed" || !entry.changes) return entry;
    const held = short[index] ?? null;
    return {
      ...entry,
      changes: held && (take(entry.changes, { instead: weighChanges(held) }) ?? held),
    };
  });
}

/** In characters, those that HTML writes as several counted as such. */
const mostCharacters = 50_000;
/** What changes in short leave of it. */
const keptForNewest = 20_000;
/** What surrounds a word, or a text. */
const markup = 60;

function weighChanges({ fields, extra }: RecordChangesView): number {
  const changes = [...fields, ...(extra ?? [])];
  return changes.reduce((sum, change) => sum + 2 * markup + weighChange(change), 0);
}

function weighChange(change: FieldChangeView | ExtraChangeView): number {
  if ("words" in change && change.words) {
    return change.words.reduce((sum, { text }) => sum + markup + weighText(text), 0);
  }
  const path = "path" in change ? weighText(change.path) : 0;
  return path + weighValue(change.before) + weighValue(change.after);
}

function weighValue(value: FieldValue): number {
  return typeof value === "string" ? weighText(value) : 0;
}

function weighText(text: string): number {
  // More than that is never shown of one text.
  const shown = text.slice(0, 22_000);
  return shown.length + 5 * (shown.match(/["'&<>]/g)?.length ?? 0);
}

function shorten(changes: RecordChangesView): RecordChangesView {
  const extra = changes.extra?.slice(0, mostShortExtra) ?? null;
  return {
    fields: changes.fields.map((change) => ({
      ...change,
      before: cutValue(change.before),
      after: cutValue(change.after),
      words: null,
    })),
    extra:
      extra?.map(({ path, before, after }) => ({
        path,
        before: cutValue(before),
        after: cutValue(after),
      })) ?? null,
    moreExtra: changes.moreExtra + (changes.extra?.length ?? 0) - (extra?.length ?? 0),
  };
}

const mostShortExtra = 5;
const shortLength = 80;

function cutValue<Value>(value: Value): Value | string {
  if (typeof value !== "string") return value;
  const [beginning, rest] = cutText(value, shortLength);
  return rest ? `${beginning}…` : value;
}
