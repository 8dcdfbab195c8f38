import "server-only";
import { randomUUID } from "node:crypto";
import type { Transaction } from "@/lib/platform/database/transaction";
import type { AuditedChange } from "./views";

type Recorded = {
  userId: string;
  /** Null: it is of no call, or of several. */
  recordingId: string | null;
  /** Of how many calls it is. */
  calls: number;
};

/**
 * Puts a change into the audit log, in the transaction that makes it. What is done in slices is one entry:
 * under an id that stands there already, its calls are added.
 */
export async function recordChange(
  client: Transaction,
  change: AuditedChange,
  { userId, recordingId, calls }: Recorded,
  id: string = randomUUID(),
): Promise<void> {
  await client.auditEntry.upsert({
    where: { recordingId_id: { recordingId: recordingId ?? "", id } },
    create: {
      ...{ recordingId: recordingId ?? "", id, userId, at: new Date(), calls },
      ...{ activity: activityOf[change.action], change },
    },
    update: { calls: { increment: calls } },
  });
}

const activityOf: Record<AuditedChange["action"], "tag" | "review" | "protection"> = {
  "tag-created": "tag",
  "tag-changed": "tag",
  "tag-deleted": "tag",
  "review-changed": "review",
  protected: "protection",
  unprotected: "protection",
};
