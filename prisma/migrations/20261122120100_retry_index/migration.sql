CREATE INDEX CONCURRENTLY "recording_delivery_payload_idx"
  ON "recording_delivery" ("recording_id", "payload_hash", "position", "accepted_seq")
  WHERE "payload_hash" IS NOT NULL;
