import { texts } from "@/lib/language/texts";

export const columnTexts = texts("recordingColumns", {
  columns: "Columns",
  labels: {
    created_at: "Time",
    customer: "Customer",
    phone_number: "Phone number",
    campaign: "Campaign",
    status: "Status",
    minutes_used: "Minutes",
    has_transcript: "Transcript",
    summary: "Summary",
    tags: "Tags",
    review: "Review",
    notes: "Notes",
    email: "Email",
    type: "Customer type",
    gender: "Gender",
    is_confirmed: "Confirmed",
    is_phone_number_correct: "Phone correct",
    id: "Call id",
    call_sid: "Session id",
    received_at: "Received",
    changed_at: "Changed",
    heard: "Heard",
  },
});
