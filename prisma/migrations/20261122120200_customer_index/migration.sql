CREATE INDEX CONCURRENTLY "recording_delivery_customer_idx"
  ON "recording_delivery" ("customer_id", "accepted_seq" DESC, "position" DESC)
  WHERE "customer_id" IS NOT NULL;
