import type { ListColumn } from "@/lib/recordings/filter/list-columns";

/** What people call the columns of the list. */
export const columnLabels: Record<ListColumn, string> = {
  created_at: "Time",
  customer: "Customer",
  phone_number: "Phone number",
  campaign: "Campaign",
  status: "Status",
  minutes_used: "Minutes",
  has_transcript: "Transcript",
  summary: "Summary",
  email: "E-mail",
  type: "Customer type",
  gender: "Gender",
  is_confirmed: "Confirmed",
  is_phone_number_correct: "Phone correct",
  id: "Call id",
  call_sid: "Session id",
  received_at: "Received",
  changed_at: "Changed",
};
