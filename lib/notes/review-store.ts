import "server-only";
import { randomUUID } from "node:crypto";
import { recordChange } from "@/lib/audit/audit-log";
import { db } from "@/lib/platform/database/db";
import { notifyChanges } from "@/lib/recordings/live/notify-changes";
import { setMarks } from "@/lib/recordings/marks/store-marks";
import { Prisma } from "@/prisma/client/client";
import { hasRecording } from "./note-store";
import type { ReviewState } from "./views";

/** A state of null takes the review back. */
export type ReviewContent = { state: ReviewState | null; reason: string };

/** What holds from then on; what was said before stays in the history. The same again changes nothing. */
export async function setReview(
  recordingId: string,
  content: ReviewContent,
  userId: string,
): Promise<"done" | "not-found"> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeReview(recordingId, content, userId);
    } catch (error) {
      // Somebody else said something at the same moment: ours comes after it.
      const isMet = error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
      if (!isMet || attempt === mostAttempts) throw error;
    }
  }
}

const mostAttempts = 5;

function writeReview(
  recordingId: string,
  { state, reason }: ReviewContent,
  userId: string,
): Promise<"done" | "not-found"> {
  return db().$transaction(async (transaction) => {
    if (!(await hasRecording(transaction, recordingId))) return "not-found";
    const where = { recordingId, isCurrent: true };
    const before = await transaction.review.findFirst({ where });
    const isSame = before
      ? before.state === state && before.reason === reason
      : state === null && reason === "";
    if (isSame) return "done";
    await transaction.review.updateMany({ where, data: { isCurrent: null } });
    await transaction.review.create({
      data: {
        ...{ recordingId, id: randomUUID(), state, reason, isCurrent: true },
        ...{ reviewedBy: userId, reviewedAt: new Date() },
      },
    });
    await setMarks(transaction, "review", [{ recordingId, values: state ? [state] : [] }]);
    const by = { userId, recordingId, calls: 1 };
    await recordChange(transaction, { action: "review-changed", state }, by);
    await notifyChanges(transaction, [recordingId]);
    return "done";
  });
}
