CREATE INDEX CONCURRENTLY "recording_incomplete_idx" ON "recording" ("created_at" DESC, "id" DESC)
  INCLUDE ("has_transcript", "customer_is_confirmed", "customer_is_phone_number_correct")
  WHERE "is_incomplete";
