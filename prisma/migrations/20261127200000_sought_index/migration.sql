-- One index for every choice and every search: the former one, with the signs, whose own index held all
-- periods a second time, and with what is incomplete. What is stored waits in a list before it is sorted
-- in, of 24 MB by now: some 3,000 calls.
CREATE INDEX CONCURRENTLY "recording_sought_idx" ON "recording" USING GIN (
  recording_periods("created_at"),
  recording_minute_spans("minutes_used"),
  "status",
  "campaign",
  "customer_gender",
  "customer_type",
  "has_transcript",
  "customer_is_confirmed",
  "customer_is_phone_number_correct",
  "is_incomplete",
  "signs",
  "search_text" gin_trgm_ops,
  "phone_digits" gin_trgm_ops
) WITH (gin_pending_list_limit = 24576);
