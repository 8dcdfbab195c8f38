import type { CallRecord } from "@/lib/recordings/record/call-record";
import { interpretDelivery, type Reading } from "./interpret-delivery";

/** The customer of made-up people, as the interface has it. */
export const details = {
  id: "cus-1",
  first_name: "Noor",
  last_name: "Haddad",
  phone_number: "+1 212 555 0142",
  gender: "female",
  email: "noor@example.com",
  type: "lead",
  is_confirmed: true,
  is_phone_number_correct: false,
};
export const customer = { details, roster_attachment: "https://files.example.com/roster.csv" };
export const call = {
  minutes_used: 3,
  call_sid: "CA0001",
  recording_attachment: "https://files.example.com/rec-1.mp3",
  campaign: "spring",
  has_transcript: true,
  summary: "Asked for a call back.",
  created_at: "2026-11-20T10:00:00Z",
  status: "completed",
};
export const attributes = { ...call, customer };
export const flat = { id: "rec-1", ...attributes };

/** What all of that means, apart from what is kept beside the fields. */
export const understood: Omit<CallRecord, "extra"> = {
  id: "rec-1",
  minutesUsed: 3,
  callSid: "CA0001",
  recordingAttachment: "https://files.example.com/rec-1.mp3",
  campaign: "spring",
  hasTranscript: true,
  summary: "Asked for a call back.",
  createdAt: "2026-11-20T10:00:00Z",
  status: "completed",
  rosterAttachment: "https://files.example.com/roster.csv",
  customerId: "cus-1",
  customerFirstName: "Noor",
  customerLastName: "Haddad",
  customerPhoneNumber: "+1 212 555 0142",
  customerGender: "female",
  customerEmail: "noor@example.com",
  customerType: "lead",
  customerIsConfirmed: true,
  customerIsPhoneNumberCorrect: false,
  problems: [],
};

type ReadBody = { contentType?: string; timeZone?: string };

/** What a body means, whose values stand for their JSON and texts for themselves. */
export function read(body: unknown, { contentType, timeZone }: ReadBody = {}) {
  const encoding = { contentType: contentType ?? "application/json", contentEncoding: null };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return interpretDelivery(Buffer.from(text), encoding, timeZone ?? "UTC");
}

/** The only record of a body. */
export function readOne(body: unknown, options?: ReadBody): Reading {
  const { readings, problems } = read(body, options);
  const [reading, ...others] = readings;
  if (!reading || others.length > 0 || problems.length > 0) {
    throw new Error(`one record expected: ${JSON.stringify({ count: readings.length, problems })}`);
  }
  return reading;
}

export function withoutExtra({ extra: _, ...fields }: CallRecord): Omit<CallRecord, "extra"> {
  return fields;
}
