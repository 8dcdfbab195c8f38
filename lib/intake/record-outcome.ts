import type { StoreOutcome } from "@/lib/recordings/judge-arrivals";
import type { Remark } from "./field-reader";

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
