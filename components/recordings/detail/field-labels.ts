import type { RecordField } from "@/lib/recordings/detail/views";

/** What people call the fields of a call and of its customer. */
export const fieldLabels: Record<RecordField, string> = {
  status: "Status",
  campaign: "Campaign",
  createdAt: "Created",
  minutesUsed: "Minutes used",
  hasTranscript: "Transcript",
  callSid: "Session id",
  recordingAttachment: "Recording",
  summary: "Summary",
  customerFirstName: "First name",
  customerLastName: "Last name",
  customerPhoneNumber: "Phone number",
  customerIsPhoneNumberCorrect: "Phone number correct",
  customerEmail: "E-mail",
  customerGender: "Gender",
  customerType: "Type",
  customerIsConfirmed: "Confirmed",
  customerId: "Customer id",
  rosterAttachment: "Customer list",
};

/** Those that the page shows under "Customer". */
export function isCustomerField(field: RecordField): boolean {
  return field.startsWith("customer") || field === "rosterAttachment";
}
