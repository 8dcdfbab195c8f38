import type { ArrivedRecord, StoreOutcome } from "@/lib/recordings/ledger/arrived-record";
import { hashRecord } from "@/lib/recordings/ledger/arrived-record";
import { capRemarkList, mostOfRecord, type Remark } from "../interpret/fields/member-reader";
import type { Interpretation } from "../interpret/interpret-delivery";
import { acceptedAtOf } from "../journal/sequence";

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
function capRemarks(records: RecordOutcome[]): RecordOutcome[] {
  return newRemarkCap()(records);
}

/** Caps the remarks of a delivery whose records come one part after the other. */
export function newRemarkCap(): typeof capRemarks {
  const left = { problems: maxOfDelivery, notices: maxOfDelivery };
  let charactersLeft = maxCharacters;
  const capKind = (remarks: Remark[], kind: keyof typeof left): Remark[] => {
    if (remarks.length === 0) return remarks;
    if (charactersLeft <= 0) return [{ path: "", message: `${remarks.length} ${kind}` }];
    const most = Math.max(1, Math.min(mostOfRecord, left[kind]));
    left[kind] -= Math.min(remarks.length, most);
    const kept = capRemarkList(remarks, most);
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

const maxOfDelivery = 500;
const maxCharacters = 1_000_000;

type Understood = {
  acceptedSeq: bigint;
  deliveryId: string;
  /** SHA-256 of the body, in hexadecimal. */
  sha256: string;
  interpretation: Interpretation;
};

/**
 * The records of a delivery that were understood, in body order, as the ledger takes them.
 * @param before how many records stand in its body before these
 */
export function toArrivedRecords(delivery: Understood, before = 0): ArrivedRecord[] {
  const { acceptedSeq, deliveryId, sha256: payloadHash, interpretation } = delivery;
  const acceptedAt = new Date(acceptedAtOf(acceptedSeq));
  return interpretation.readings.flatMap(({ record }, n) =>
    record
      ? [
          {
            record,
            contentHash: hashRecord(record),
            ...{ position: before + n, acceptedSeq, acceptedAt, deliveryId, payloadHash },
          },
        ]
      : [],
  );
}

/**
 * What became of each record of a delivery.
 * @param outcomes of the understood ones of several deliveries, in order; each is taken once
 * @param cap for the remarks of all its records, where these are a part of them
 */
export function toRecordOutcomes(
  { readings, problems }: Interpretation,
  outcomes: Iterator<StoreOutcome>,
  cap = capRemarks,
): RecordOutcome[] {
  const records = readings.map(
    ({ recordingId, record, problems, notices }): RecordOutcome => ({
      recordingId,
      outcome: record ? (outcomes.next().value ?? "quarantined") : "quarantined",
      problems,
      notices,
    }),
  );
  if (problems.length > 0) {
    records.push({ recordingId: null, outcome: "quarantined", problems, notices: [] });
  }
  return cap(records);
}
