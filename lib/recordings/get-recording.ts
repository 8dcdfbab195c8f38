import "server-only";
import { db } from "@/lib/platform/db";
import { flattenExtra } from "./flatten-extra";
import type { RecordingView } from "./views";

/** Everything that is known of one call; null when there is none of this id. */
export async function getRecording(id: string): Promise<RecordingView | null> {
  if (id.includes("\0") || !id.isWellFormed()) return null;
  const [row, extra] = await Promise.all([
    db().recording.findUnique({ where: { id }, omit: { searchText: true, extra: true } }),
    readExtraText(id),
  ]);
  if (!row) return null;
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    campaign: row.campaign,
    minutesUsed: row.minutesUsed,
    callSid: row.callSid,
    hasTranscript: row.hasTranscript,
    summary: row.summary,
    recordingAttachment: row.recordingAttachment,
    rosterAttachment: row.rosterAttachment,
    customer: {
      id: row.customerId,
      firstName: row.customerFirstName,
      lastName: row.customerLastName,
      phoneNumber: row.customerPhoneNumber,
      gender: row.customerGender,
      email: row.customerEmail,
      type: row.customerType,
      isConfirmed: row.customerIsConfirmed,
      isPhoneNumberCorrect: row.customerIsPhoneNumberCorrect,
    },
    extra: flattenExtra(extra),
    receivedAt: row.receivedAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  };
}

/** As text, because numbers may have more digits than JavaScript holds. */
async function readExtraText(id: string): Promise<string> {
  const [row] = await db().$queryRaw<{ extra: string }[]>`
    SELECT extra::text AS extra FROM recording WHERE id = ${id}`;
  return row?.extra ?? "{}";
}
