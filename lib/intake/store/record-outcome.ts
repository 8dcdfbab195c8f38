import type { StoreOutcome } from "@/lib/recordings/ledger/versions/arrived-record";
import type { Remark } from "../interpret/fields/remark";
import { toStorableText } from "../interpret/json/storable-text";

/** What became of one record of a delivery; kept with the delivery as JSON. */
export type RecordOutcome = {
  recordingId: string | null;
  outcome: StoreOutcome | "quarantined";
  problems: Remark[];
  notices: Remark[];
};

/** The outcome of a whole delivery: what most needs an eye, then what changed most. */
export function overallOutcome(records: RecordOutcome[]): RecordOutcome["outcome"] {
  return foremostOutcome(new Set(records.map(({ outcome }) => outcome)));
}

/** The same of all outcomes that its records have. */
export function foremostOutcome(outcomes: Set<RecordOutcome["outcome"]>): RecordOutcome["outcome"] {
  const order = ["quarantined", "stored", "unchanged", "superseded"] as const;
  return order.find((outcome) => outcomes.has(outcome)) ?? "stored";
}

/**
 * The same with as many remarks as anybody reads: so many of each record and of all together, but
 * the first of each, and then how many more there are; beyond a million characters their number alone.
 */
export function capRemarks(records: RecordOutcome[]): RecordOutcome[] {
  return newRemarkCap()(records);
}

/** The problems of one record with as much of them as is kept. */
export function capProblems(problems: Remark[]): Remark[] {
  return cap(problems, maxOfRecord);
}

/** Caps the remarks of a delivery whose records come one part after the other. */
export function newRemarkCap(): typeof capRemarks {
  const left = { problems: maxOfDelivery, notices: maxOfDelivery };
  let charactersLeft = maxCharacters;
  const capKind = (remarks: Remark[], kind: keyof typeof left): Remark[] => {
    if (remarks.length === 0) return remarks;
    if (charactersLeft <= 0) return [{ path: "", message: `${remarks.length} ${kind}` }];
    const most = Math.max(1, Math.min(maxOfRecord, left[kind]));
    left[kind] -= Math.min(remarks.length, most);
    const kept = cap(remarks, most);
    for (const { path, message } of kept) charactersLeft -= path.length + message.length;
    return kept;
  };
  return (records) =>
    records.map(({ recordingId, outcome, problems, notices }) => ({
      recordingId,
      outcome,
      problems: capKind(problems, "problems"),
      notices: capKind(notices, "notices"),
    }));
}

const maxOfRecord = 100;
const maxOfDelivery = 500;
const maxPathCharacters = 200;
const maxMessageCharacters = 500;
const maxCharacters = 1_000_000;

/** So many of these, cut where they are long, and how many more there are. */
function cap(remarks: Remark[], most: number): Remark[] {
  const kept = remarks.slice(0, most).map(({ path, message }) => ({
    path: cut(path, maxPathCharacters),
    message: cut(message, maxMessageCharacters),
  }));
  const more = remarks.length - kept.length;
  return more > 0 ? [...kept, { path: "", message: `and ${more} more` }] : kept;
}

function cut(text: string, most: number): string {
  const storable = toStorableText(text.slice(0, most));
  return text.length > most ? `${storable}…` : storable;
}
