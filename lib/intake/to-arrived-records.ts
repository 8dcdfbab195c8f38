import type { ArrivedRecord } from "@/lib/recordings/ledger/arrived-record";
import type { StoreOutcome } from "@/lib/recordings/ledger/judge-arrivals";
import { acceptedAtOf } from "./acceptance-clock";
import type { Interpretation } from "./interpret/interpret-delivery";
import { capRemarks, type RecordOutcome } from "./record-outcome";

type Understood = { acceptedSeq: bigint; deliveryId: string; interpretation: Interpretation };

/** The records of a delivery that were understood, in body order, as the ledger takes them. */
export function toArrivedRecords(delivery: Understood): ArrivedRecord[] {
  const { acceptedSeq, deliveryId, interpretation } = delivery;
  const acceptedAt = new Date(acceptedAtOf(acceptedSeq));
  return interpretation.readings.flatMap(({ record }, position) =>
    record ? [{ record, position, acceptedSeq, acceptedAt, deliveryId }] : [],
  );
}

/**
 * What became of each record of a delivery.
 * @param outcomes of the understood ones of several deliveries, in order; each is taken once
 */
export function toRecordOutcomes(
  { readings, problems }: Interpretation,
  outcomes: Iterator<StoreOutcome>,
): RecordOutcome[] {
  const records = readings.map(
    ({ recordingId, record, ...remarks }): RecordOutcome => ({
      recordingId,
      outcome: record ? (outcomes.next().value ?? "quarantined") : "quarantined",
      problems: remarks.problems,
      notices: remarks.notices,
    }),
  );
  if (problems.length > 0) {
    records.push({ recordingId: null, outcome: "quarantined", problems, notices: [] });
  }
  return capRemarks(records);
}
