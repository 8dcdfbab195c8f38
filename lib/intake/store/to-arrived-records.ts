import type { ArrivedRecord, StoreOutcome } from "@/lib/recordings/ledger/versions/arrived-record";
import { hashRecord } from "@/lib/recordings/ledger/versions/hash-record";
import type { Interpretation } from "../interpret/interpret-delivery";
import { acceptedAtOf } from "../journal/sequence";
import { capRemarks, type RecordOutcome } from "./record-outcome";

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
