import type { StoreOutcome } from "@/lib/recordings/ledger/judge-arrivals";
import type { Remark } from "./interpret/field-reader";
import { toStorableText } from "./interpret/storable-text";

/** What became of one record of a delivery; kept with the delivery as JSON. */
export type RecordOutcome = {
  recordingId: string | null;
  outcome: StoreOutcome | "quarantined";
  problems: Remark[];
  notices: Remark[];
};

/** The outcome of a whole delivery: what most needs an eye, then what changed most. */
export function overallOutcome(records: RecordOutcome[]): RecordOutcome["outcome"] {
  const order = ["quarantined", "stored", "unchanged", "superseded"] as const;
  return order.find((outcome) => records.some((record) => record.outcome === outcome)) ?? "stored";
}

/**
 * The same with as many remarks as anybody reads: so many of each record and of all together, but
 * the first of each, and then how many more there are.
 */
export function capRemarks(records: RecordOutcome[]): RecordOutcome[] {
  const left = { problems: maxOfDelivery, notices: maxOfDelivery };
  const cap = (remarks: Remark[], kind: keyof typeof left): Remark[] => {
    const told = remarks.slice(0, Math.max(1, Math.min(maxOfRecord, left[kind])));
    left[kind] -= told.length;
    const more = remarks.length - told.length;
    const kept = told.map(({ path, message }) => ({
      path: cut(path, maxPathCharacters),
      message: cut(message, maxMessageCharacters),
    }));
    return more > 0 ? [...kept, { path: "", message: `and ${more} more` }] : kept;
  };
  return records.map(({ problems, notices, ...record }) => ({
    ...record,
    problems: cap(problems, "problems"),
    notices: cap(notices, "notices"),
  }));
}

const maxOfRecord = 100;
const maxOfDelivery = 500;
const maxPathCharacters = 200;
const maxMessageCharacters = 500;

function cut(text: string, most: number): string {
  return text.length > most ? `${toStorableText(text.slice(0, most))}…` : text;
}
