import type { CallRecord } from "./call-record";
import { compareRecords } from "./compare-records";
import { fitHistory } from "./fit-history";
import type { DeliveryOutcome, HistoryDeliveryView, HistoryEntryView } from "./views";

/** One coming of a content. Instants are ISO 8601 in UTC. */
export type HistoryArrival = {
  contentHash: string;
  acceptedSeq: bigint;
  deliveryId: string;
  acceptedAt: string;
  /** What it did when it was read; null: that is not known. */
  outcome: DeliveryOutcome | null;
};

/** The first coming of a content. Without the content it can't be compared. */
export type HistoryVersion = HistoryArrival & { content: CallRecord | null };

/**
 * Tells what deliveries did, newest first, in the order of acceptance and whatever the order in
 * which they were read: each content against the one before it, all else as repeats. Without the
 * beginning, the oldest content is there to compare with only. Pure.
 */
export function buildHistory(
  versions: HistoryVersion[],
  arrivals: HistoryArrival[],
  { isFromBeginning }: { isFromBeginning: boolean },
): HistoryEntryView[] {
  const entries: HistoryEntryView[] = [];
  let current: HistoryVersion | undefined;
  for (const moment of toMoments(versions, arrivals)) {
    if ("content" in moment) {
      if (current || isFromBeginning) entries.push(toChange(moment, current, versions));
      current = moment;
    } else if (current) {
      addRepeat(entries, moment, current, versions);
    }
  }
  return fitHistory(entries.reverse().map(newestDeliveryFirst));
}

/** First comings and repeats in one order. Of two contents in one delivery, the hash decides. */
function toMoments(
  versions: HistoryVersion[],
  arrivals: HistoryArrival[],
): (HistoryVersion | HistoryArrival)[] {
  const firsts = new Set(versions.map(keyOf));
  // What is found the first time is the first coming itself, which is among the versions.
  const repeats = arrivals
    .toSorted(byAcceptance)
    .filter((arrival) => !firsts.delete(keyOf(arrival)));
  return [...versions, ...repeats].toSorted(byAcceptance);
}

function toChange(
  version: HistoryVersion,
  previous: HistoryVersion | undefined,
  versions: HistoryVersion[],
): HistoryEntryView {
  const isAlone = !versions.some(
    (other) => other !== version && other.acceptedSeq === version.acceptedSeq,
  );
  const { isLate, ...delivery } = toDelivery(version);
  const common = { delivery: { ...delivery, isLate: isLate && isAlone } };
  if (!previous) return { kind: "received", ...common };
  const [before, after] = [previous.content, version.content];
  const changes = before && after ? compareRecords(before, after) : null;
  return { kind: "changed", ...common, changes };
}

function addRepeat(
  entries: HistoryEntryView[],
  arrival: HistoryArrival,
  current: HistoryVersion,
  versions: HistoryVersion[],
): void {
  const delivery = toDelivery(arrival);
  const last = entries.at(-1);
  if (arrival.contentHash === current.contentHash) {
    if (last?.kind === "repeated") last.deliveries.push(delivery);
    else entries.push({ kind: "repeated", deliveries: [delivery] });
    return;
  }
  const content = versions.find(({ contentHash }) => contentHash === arrival.contentHash);
  const contentSince = content?.acceptedAt ?? null;
  if (last?.kind === "outdated" && last.contentSince === contentSince) {
    last.deliveries.push({ ...delivery, isLate: false });
  } else {
    entries.push({ kind: "outdated", contentSince, deliveries: [{ ...delivery, isLate: false }] });
  }
}

function toDelivery({ deliveryId, acceptedAt, outcome }: HistoryArrival): HistoryDeliveryView {
  return { deliveryId, acceptedAt, isLate: outcome === "superseded" };
}

function newestDeliveryFirst(entry: HistoryEntryView): HistoryEntryView {
  return "deliveries" in entry ? { ...entry, deliveries: entry.deliveries.toReversed() } : entry;
}

function keyOf({ acceptedSeq, contentHash }: HistoryArrival): string {
  return `${acceptedSeq} ${contentHash}`;
}

function byAcceptance(one: HistoryArrival, other: HistoryArrival): number {
  if (one.acceptedSeq !== other.acceptedSeq) return one.acceptedSeq < other.acceptedSeq ? -1 : 1;
  if (one.contentHash !== other.contentHash) return one.contentHash < other.contentHash ? -1 : 1;
  return 0;
}
