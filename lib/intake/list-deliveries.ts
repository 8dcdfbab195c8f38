import "server-only";
import { db } from "@/lib/platform/db";
import type { RecordOutcome } from "./record-outcome";
import type { DeliverySummaryView } from "./views";

/** The newest deliveries, without their bytes. */
export async function listDeliveries(most: number): Promise<DeliverySummaryView[]> {
  const deliveries = await db().delivery.findMany({
    orderBy: { acceptedSeq: "desc" },
    take: most,
    select: { id: true, acceptedAt: true, bytes: true, outcome: true, records: true },
  });
  return deliveries.map(({ id, acceptedAt, bytes, outcome, records }) => ({
    id,
    acceptedAt: acceptedAt.toISOString(),
    bytes,
    outcome,
    // Written by insertDeliveries from this very type.
    ...summarize(records as RecordOutcome[]),
  }));
}

function summarize(records: RecordOutcome[]) {
  const problems = records.flatMap((record) => record.problems);
  return {
    recordingIds: records.flatMap(({ recordingId, outcome }) =>
      recordingId && outcome !== "quarantined" ? [recordingId] : [],
    ),
    problems: problems.slice(0, 3).map(({ path, message }) => [path, message].join(" ").trim()),
  };
}
