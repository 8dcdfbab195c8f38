import type { CallRecord } from "@/lib/recordings/record/call-record";

/** A field as the calling service names it, and where it stands in what was understood. */
export type InterfaceField = {
  place: "call" | "customer" | "details";
  name: string;
  field: Exclude<keyof CallRecord, "problems">;
};

/** In the order of the interface. */
export const interfaceFields: InterfaceField[] = [
  { place: "call", name: "id", field: "id" },
  { place: "call", name: "minutes_used", field: "minutesUsed" },
  { place: "call", name: "call_sid", field: "callSid" },
  { place: "call", name: "recording_attachment", field: "recordingAttachment" },
  { place: "call", name: "campaign", field: "campaign" },
  { place: "call", name: "has_transcript", field: "hasTranscript" },
  { place: "call", name: "summary", field: "summary" },
  { place: "call", name: "created_at", field: "createdAt" },
  { place: "call", name: "status", field: "status" },
  { place: "details", name: "id", field: "customerId" },
  { place: "details", name: "first_name", field: "customerFirstName" },
  { place: "details", name: "last_name", field: "customerLastName" },
  { place: "details", name: "phone_number", field: "customerPhoneNumber" },
  { place: "details", name: "gender", field: "customerGender" },
  { place: "details", name: "email", field: "customerEmail" },
  { place: "details", name: "type", field: "customerType" },
  { place: "details", name: "is_confirmed", field: "customerIsConfirmed" },
  { place: "details", name: "is_phone_number_correct", field: "customerIsPhoneNumberCorrect" },
  { place: "customer", name: "roster_attachment", field: "rosterAttachment" },
];

/** The name in full, `customer.details.email`. */
export function fullName({ place, name }: InterfaceField): string {
  const before = { call: "", customer: "customer.", details: "customer.details." };
  return before[place] + name;
}
