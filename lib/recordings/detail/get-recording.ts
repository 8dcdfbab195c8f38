import "server-only";
import { cutSql, mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import { fieldProblemsSchema } from "../record/call-record";
import type { RecordingView } from "../views/views";
import { readExtra } from "./read-extra";

/** What is known of one call, as far as a page can show it; null when there is none of this id. */
export async function getRecording(id: string): Promise<RecordingView | null> {
  if (id.includes("\0") || !id.isWellFormed()) return null;
  const { name, address, text } = mostCharacters;
  const [[row], extra] = await Promise.all([
    db().$queryRaw<RecordingRow[]>`
      SELECT recording.id, created_at, status, campaign, minutes_used, has_transcript,
        ${cutSql("call_sid", text)} AS call_sid,
        left(summary, ${mostSummary}::int) AS summary,
        greatest(char_length(summary) - ${mostSummary}::int, 0) AS summary_rest,
        ${cutSql("recording_attachment", text)} AS recording_attachment,
        ${cutSql("roster_attachment", text)} AS roster_attachment,
        customer_id,
        ${cutSql("customer_first_name", name)} AS customer_first_name,
        ${cutSql("customer_last_name", name)} AS customer_last_name,
        customer_phone_number, customer_gender,
        ${cutSql("customer_email", address)} AS customer_email,
        customer_type, customer_is_confirmed, customer_is_phone_number_correct,
        (SELECT delivery_id::text FROM recording_delivery AS arrival
         WHERE recording_id = recording.id AND arrival.accepted_seq = recording.accepted_seq
         ORDER BY position = accepted_position DESC LIMIT 1) AS delivery_id,
        problems, received_at, changed_at
      FROM recording WHERE recording.id = ${id}`,
    readExtra(Prisma.sql`SELECT extra FROM recording WHERE id = ${id}`),
  ]);
  if (!row) return null;
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    campaign: row.campaign,
    minutesUsed: row.minutes_used,
    callSid: row.call_sid,
    hasTranscript: row.has_transcript,
    summary: row.summary,
    summaryRest: row.summary_rest,
    recordingAttachment: row.recording_attachment,
    rosterAttachment: row.roster_attachment,
    customer: {
      id: row.customer_id,
      firstName: row.customer_first_name,
      lastName: row.customer_last_name,
      phoneNumber: row.customer_phone_number,
      gender: row.customer_gender,
      email: row.customer_email,
      type: row.customer_type,
      isConfirmed: row.customer_is_confirmed,
      isPhoneNumberCorrect: row.customer_is_phone_number_correct,
    },
    extra,
    problems: fieldProblemsSchema.parse(row.problems),
    deliveryId: row.delivery_id,
    receivedAt: row.received_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

const mostSummary = 10_000;

type RecordingRow = {
  id: string;
  created_at: Date;
  status: string;
  campaign: string | null;
  minutes_used: number | null;
  call_sid: string;
  has_transcript: boolean | null;
  summary: string;
  summary_rest: number;
  recording_attachment: string;
  roster_attachment: string | null;
  customer_id: string;
  customer_first_name: string;
  customer_last_name: string;
  customer_phone_number: string;
  customer_gender: string;
  customer_email: string | null;
  customer_type: string | null;
  customer_is_confirmed: boolean | null;
  customer_is_phone_number_correct: boolean | null;
  problems: unknown;
  delivery_id: string | null;
  received_at: Date;
  changed_at: Date;
};

/** Where the files of one call lie, as the calling service told it, and what tells which call it is. */
type Attachments = {
  recordingAttachment: string;
  rosterAttachment: string | null;
  createdAt: Date;
  campaign: string | null;
  customerFirstName: string;
  customerLastName: string;
};

/** Null: there is no such recording. Holds no gate; for the rooms that fetch the files. */
export async function getAttachments(id: string): Promise<Attachments | null> {
  // PostgreSQL refuses NUL and lone surrogates, so that no recording can have such an id.
  if (id.includes("\0") || !id.isWellFormed()) return null;
  return db().recording.findUnique({
    where: { id },
    select: {
      ...{ recordingAttachment: true, rosterAttachment: true, createdAt: true, campaign: true },
      ...{ customerFirstName: true, customerLastName: true },
    },
  });
}
