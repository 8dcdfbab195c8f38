import { db } from "@/lib/platform/database/db";

/** What is usually done: reads the event and writes it to its table before answering. */
export async function POST(request: Request): Promise<Response> {
  const { data } = await request.json();
  const { id, attributes: call } = data;
  const { details, roster_attachment } = call.customer;
  const now = new Date();
  const content = {
    minutesUsed: call.minutes_used,
    callSid: call.call_sid,
    recordingAttachment: call.recording_attachment,
    campaign: call.campaign,
    hasTranscript: call.has_transcript,
    summary: call.summary,
    createdAt: new Date(call.created_at),
    status: call.status,
    rosterAttachment: roster_attachment,
    customerId: details.id,
    customerFirstName: details.first_name,
    customerLastName: details.last_name,
    customerPhoneNumber: details.phone_number,
    customerGender: details.gender,
    customerEmail: details.email,
    customerType: details.type,
    customerIsConfirmed: details.is_confirmed,
    customerIsPhoneNumberCorrect: details.is_phone_number_correct,
    searchText: `${call.summary} ${details.first_name} ${details.last_name} ${id}`.toLowerCase(),
    phoneDigits: details.phone_number.replaceAll(/\D/g, ""),
    acceptedSeq: 0n,
    firstSeq: 0n,
    contentHash: new Uint8Array(32),
    receivedAt: now,
    changedAt: now,
  };
  await db().recording.upsert({ where: { id }, create: { id, ...content }, update: content });
  return Response.json({ id }, { status: 202 });
}
