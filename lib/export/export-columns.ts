/**
 * What an export can hold, under the names of the calling service's interface, in its order; behind
 * that under which names status and campaign count, and what people have said of a call.
 */
export const exportColumns = [
  "id",
  "minutes_used",
  "call_sid",
  "recording_attachment",
  "campaign",
  "customer.details.id",
  "customer.details.first_name",
  "customer.details.last_name",
  "customer.details.phone_number",
  "customer.details.gender",
  "customer.details.email",
  "customer.details.type",
  "customer.details.is_confirmed",
  "customer.details.is_phone_number_correct",
  "customer.roster_attachment",
  "has_transcript",
  "summary",
  "created_at",
  "status",
  "extra",
  "status_name",
  "campaign_name",
  "tags",
  "review",
  "notes",
  "transcript.language",
  "transcript.text",
] as const;

export type ExportColumn = (typeof exportColumns)[number];

export const exportFormats = ["csv", "jsonl", "excel"] as const;
export type ExportFormat = (typeof exportFormats)[number];
